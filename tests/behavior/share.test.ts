import { statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, inject, it } from 'vitest'
import { pages } from '../pages.ts'

const site = inject('site')
const folder = path.join(inject('out'), 'site')

it('every route has its own share image of 1200 by 630 pixels and under 100 kB, with alternative text', async () => {
  const images = new Set<string>()
  for (const route of Object.keys(pages)) {
    const html = await (await fetch(site + route)).text()
    const meta = (name: string) => new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
    const image = new URL(meta('og:image'))
    expect(image.origin, route).toBe('https://northshelf.example')
    expect(meta('og:image:alt'), route).toMatch(/^Northshelf: .{5,}/)
    images.add(image.pathname)
    const file = path.join(folder, image.pathname)
    expect(statSync(file).size, route).toBeLessThan(100_000)
    const { width, height, format } = await sharp(file).metadata()
    expect({ width, height, format }, route).toEqual({
      width: Number(meta('og:image:width')),
      height: Number(meta('og:image:height')),
      format: 'png',
    })
    expect([width, height], route).toEqual([1200, 630])
  }
  expect(images.size).toBe(Object.keys(pages).length)
  const response = await fetch(site + [...images][0])
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

it('no two routes have share images that look the same', async () => {
  const sums = await Promise.all(
    Object.keys(pages).map(async (route) => {
      const file = path.join(folder, 'share', `${route === '/' ? 'home' : route.slice(1)}.png`)
      return (await sharp(file).resize(120, 63).raw().toBuffer()).toString('base64')
    }),
  )
  expect(new Set(sums).size).toBe(sums.length)
})
