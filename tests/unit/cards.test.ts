import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createCardRenderer } from '../../cli/build/share/card-renderer.ts'
import { getBackgroundColor, hexColors } from '../../cli/build/share/layers.ts'
import type { Content } from '../../src/collections/content.ts'
import { motifs } from '../../src/drawings/covers/motifs.ts'
import { coverBackgrounds } from '../../src/drawings/motif.ts'

const site = {
  url: 'https://harbor.example',
  logo: 'harbor',
  mark: { size: 24, shapes: [{ tone: 'accent', d: 'M2 2h20v20H2z' }] },
} as Content['site']
const drawing = motifs.ladder
const card = { image: '/share/cranes.png', label: 'Journal', title: 'Cranes that pay for themselves', drawing }
const other = {
  image: '/share/tide.png',
  label: 'Cases',
  title: 'Waiting for the tide costs more than the berth',
  drawing,
}

const rawOf = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
/** Expects a pixel to have almost this color. Colors are rounded to the nearest color in the card's palette. */
function expectColor(data: Buffer, x: number, y: number, color: string, name: string): void {
  const wanted = Buffer.from(color.slice(1), 'hex')
  const start = (y * 1200 + x) * 3
  expect(distanceOf(data.subarray(start, start + 3), wanted), name).toBeLessThanOrEqual(UNSEEN)
}

/** Maximum difference in red, green or blue, out of 255. Nobody sees it. */
const UNSEEN = 2
/** As `UNSEEN`, but at the edges of shapes, where the palette has fewer colors than the drawing. */
const UNSEEN_AT_EDGES = 16
const distanceOf = (one: Buffer, two: Buffer) => Math.max(...one.map((value, at) => Math.abs(value - (two[at] ?? 0))))

describe('createCardRenderer', () => {
  it('draws cards that share a motif identically, except for their text and barcode', async () => {
    const draw = await createCardRenderer(site)
    const [one, two] = await Promise.all([card, other].map(async (each) => (await rawOf((await draw(each)).png)).data))
    const differing = { words: 0, barcode: 0, elsewhere: 0 }
    for (let at = 0; at < 1200 * 630; at += 1) {
      const pixels = [one, two].map((data) => data?.subarray(at * 3, at * 3 + 3) ?? Buffer.alloc(0))
      if (distanceOf(...(pixels as [Buffer, Buffer])) <= UNSEEN_AT_EDGES) continue
      const [x, y] = [at % 1200, Math.floor(at / 1200)]
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
      expectColor(data, 5, 5, hexColors.paper, 'paper')
      expectColor(data, 85, 80, hexColors.tag, 'mark')
      expectColor(data, 600, 552, hexColors.ink, 'shelf')
      expectColor(data, 1195, 5, getBackgroundColor(ground), ground)
    }
  })
})
