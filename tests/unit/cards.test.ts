import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createCardRenderer } from '../../cli/build/share/card-renderer.ts'
import { getBackgroundColor, hexColors } from '../../cli/build/share/layers.ts'
import type { Content } from '../../src/collections/content.ts'
import { motifs } from '../../src/drawings/covers/motifs.ts'
import { coverBackgrounds } from '../../src/drawings/motif.ts'
import { themeSchema } from '../../src/entries/theme.ts'
import { getThemeColor } from '../../src/theme/theme.ts'

const site = {
  url: 'https://harbor.example',
  logo: 'harbor',
  mark: { size: 24, shapes: [{ tone: 'accent', d: 'M2 2h20v20H2z' }] },
  theme: themeSchema.parse(undefined),
} as Content['site']
const drawing = motifs.ladder
const card = { image: '/share/cranes.png', label: 'Journal', title: 'Cranes that pay for themselves', drawing }
const other = {
  image: '/share/tide.png',
  label: 'Cases',
  title: 'Waiting for the tide costs more than the berth',
  drawing,
}

const rawOf = (png: Buffer) => sharp(png).raw().toBuffer({ resolveWithObject: true })
const colorAt = (data: Buffer, x: number, y: number) => {
  const start = (y * 1200 + x) * 3
  return `#${data.subarray(start, start + 3).toString('hex')}`
}

describe('createCardRenderer', () => {
  it('draws cards that share a motif identically, except for their text and barcode', async () => {
    const draw = await createCardRenderer(site)
    const [one, two] = await Promise.all([card, other].map(async (each) => (await rawOf((await draw(each)).png)).data))
    const differing = { words: 0, barcode: 0, elsewhere: 0 }
    for (let at = 0; at < 1200 * 630; at += 1) {
      const [x, y] = [at % 1200, Math.floor(at / 1200)]
      if (colorAt(one as Buffer, x, y) === colorAt(two as Buffer, x, y)) continue
      differing[x < 724 && y > 110 && y < 546 ? 'words' : x > 900 && y > 570 ? 'barcode' : 'elsewhere'] += 1
    }
    expect(differing.elsewhere).toBe(0)
    expect(differing.words).toBeGreaterThan(1000)
    expect(differing.barcode).toBeGreaterThan(100)
  })

  it('renders a card to the same bytes regardless of the cards it rendered before', async () => {
    const [draw, again] = await Promise.all([createCardRenderer(site), createCardRenderer(site)])
    const alone = await draw(card)
    const [, , late] = await Promise.all([again(other), again({ ...other, drawing: motifs.leak }), again(card)])
    expect(late.png.equals(alone.png)).toBe(true)
  })

  it.each(['Größe, Łódź, França', 'Как вырастить бренд', 'Tiếng Việt', 'Ελληνικά'])(
    'draws every letter of %s',
    async (title) => {
      const draw = await createCardRenderer(site)
      const textOf = async (text: string) => (await rawOf((await draw({ ...card, title: text })).png)).data
      const whole = await textOf(title)
      for (const letter of new Set(title.replace(/[ ,]/g, '')))
        expect(whole.equals(await textOf(title.replaceAll(letter, ''))), letter).toBe(false)
      expect((await draw({ ...card, title })).missing).toEqual([])
    },
  )

  it('lists letters that no font has', async () => {
    const draw = await createCardRenderer(site)
    const { missing } = await draw({ ...card, label: 'مدونة', title: 'Ships 船 and ports' })
    expect(missing.map(({ letter }) => letter).join('')).toBe('مدونة船')
    expect(missing[0]?.image).toBe(card.image)
  })

  it('fills flat areas with the colors of the design tokens', async () => {
    const draw = await createCardRenderer(site)
    for (const ground of coverBackgrounds) {
      const { data } = await rawOf((await draw({ ...card, drawing: { ...drawing, ground } })).png)
      const colors = [colorAt(data, 5, 5), colorAt(data, 85, 80), colorAt(data, 600, 552), colorAt(data, 1195, 5)]
      expect(colors).toEqual([hexColors.paper, hexColors.tag, hexColors.ink, getBackgroundColor(ground)])
    }
  })

  it('has the fonts of the theme, also for rarer letters, and other fonts for letters that they lack', async () => {
    const titleIn = async (fonts: 'grotesque' | 'serif' | 'rounded', title: string) => {
      const draw = await createCardRenderer({ ...site, theme: { ...site.theme, fonts } })
      const { png, missing } = await draw({ ...card, title })
      expect(missing).toEqual([])
      return (await rawOf(png)).data
    }
    const title = await titleIn('serif', 'Łódź')
    for (const [fonts, other] of [
      ['grotesque', 'Łódź'],
      ['rounded', 'Łódź'],
      ['serif', 'ódź'],
    ] as const)
      expect(title.equals(await titleIn(fonts, other)), fonts).toBe(false)
    for (const letter of ['Ü', 'Ł', 'ı'])
      expect((await titleIn('serif', letter)).equals(await titleIn('grotesque', letter)), letter).toBe(false)
  })

  it('has the colors of the theme, and the logo mark instead of a price tag and a barcode if its drawings are neutral', async () => {
    const theme = { ...site.theme, secondary: '#7a1f2b', drawings: 'neutral' as const }
    const draw = await createCardRenderer({ ...site, accent: '#7fd1ae', theme })
    const { data } = await rawOf((await draw({ ...card, drawing: { ground: 'cobalt', shapes: [] } })).png)
    const [paper, cobalt] = ['p-paper', 'p-cobalt'].map((token) => getThemeColor(token, theme))
    expect([colorAt(data, 5, 5), colorAt(data, 1195, 5), colorAt(data, 85, 80)]).toEqual([paper, cobalt, '#7fd1ae'])
    const barcode = Array.from({ length: 210 }, (_, x) => colorAt(data, 926 + x, 590))
    expect(new Set(barcode)).toEqual(new Set([paper]))
    const rowOf = (y: number) => new Set(Array.from({ length: 460 }, (_, x) => colorAt(data, 730 + x, y)))
    expect([...rowOf(60), ...rowOf(480)]).toEqual([cobalt, cobalt])
    expect(rowOf(300)).toContain('#7fd1ae')
  })
})
