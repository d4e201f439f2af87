import { expect, it } from 'vitest'
import type { FileWriter } from '../../cli/build/output.ts'
import { writeShareImages } from '../../cli/build/share/share-images.ts'
import type { Content } from '../../src/collections/content.ts'
import { motifs } from '../../src/drawings/covers/motifs.ts'
import { themeSchema } from '../../src/entries/theme.ts'

const site = {
  url: 'https://harbor.example',
  logo: 'harbor',
  mark: { size: 24, shapes: [{ tone: 'accent', d: 'M2 2h20v20H2z' }] },
  theme: themeSchema.parse(undefined),
} as Content['site']
const cards = ['Ships 船', 'Cranes', 'Berths 泊', 'Tides'].map((title, index) => ({
  image: `/share/${index}.png`,
  label: 'Journal',
  title,
  drawing: motifs.ladder,
}))

/** Creates an output in memory. @param onWrite called after each written file */
function createOutput(onWrite = () => {}) {
  const keys = new Map<string, string>()
  const written: string[] = []
  const output: FileWriter = {
    keep: (file, key) => (keys.get(file) === key ? { key, bytes: 0 } : undefined),
    put: async () => {},
    async write(file, key) {
      keys.set(file, key)
      written.push(file)
      onWrite()
    },
  }
  return { output, written }
}

it('writeShareImages lists missing letters in the order of the cards, and does not draw unchanged cards again', async () => {
  const { output, written } = createOutput()
  const { drawn, missingLetters } = await writeShareImages(cards, site, output)
  expect(drawn).toBe(4)
  expect(missingLetters.map(({ image, letter }) => image + letter)).toEqual(['/share/0.png船', '/share/2.png泊'])
  const changed = cards.map((card, index) => (index === 3 ? { ...card, title: 'Currents' } : card))
  expect(await writeShareImages(changed, site, output)).toEqual({ drawn: 1, missingLetters: [] })
  expect(written.slice(4)).toEqual(['share/3.png'])
})

it('writeShareImages draws no further cards once the build has failed', async () => {
  const failed = new AbortController()
  const { output, written } = createOutput(() => failed.abort())
  const many = Array.from({ length: 12 }, (_, index) => ({ ...cards[1], image: `/share/${index}.png` }) as never)
  await writeShareImages(many, site, output, { signal: failed.signal })
  expect(written.length).toBeLessThan(12)
})
