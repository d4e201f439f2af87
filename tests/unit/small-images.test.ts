import { writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/** Adds photos, each 640 pixels wide, to a section of the start page. Returns the problems. */
async function checkPhotos(count: number) {
  const image = sharp({ create: { width: 640, height: 400, channels: 3, background: 'white' } })
  const bytes = await image.png().toBuffer()
  const photos = '      - { image: hall.png, alt: The hall }\n'.repeat(count)
  const section = `sections:\n  - type: picture\n    photos:\n${photos}`
  const { problems } = await harbor.edit('pages/home.yaml', /^sections:\n/m, section)
  expect(problems[0]).toMatchObject({ rule: 'image/missing' })
  writeFileSync(path.join(harbor.content, 'images', 'hall.png'), bytes)
  return (await harbor.load()).problems
}

it('warns about a photo that is too small for the width of the page', async () => {
  expect(await checkPhotos(1)).toMatchObject([
    {
      ...{ rule: 'image/small', severity: 'warning', file: 'harbor/pages/home.yaml', length: 'hall.png'.length },
      ...{ message: '"hall.png" is too small: it has only 640 pixels', found: '640 pixels' },
      expected: 'at least 1240 pixels',
    },
  ])
})

it.each([2, 3, 6])('accepts photos of half that width if there are %d', async (count) => {
  expect(await checkPhotos(count)).toEqual([])
})
