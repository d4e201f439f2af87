import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { pictureTypes } from '../../src/drawings/list.ts'
import { MiniChart } from '../../src/sections/features/mini-chart.tsx'
import { Glyph } from '../../src/sections/stats/glyph.tsx'
import { parseFigure } from '../../src/sections/stats/schema.ts'

const tone = 'own'
const key = [{ label: 'Paid', tone }]

/** Charts of each kind that computes a scale, with values that have no positive maximum. */
const pictures: Record<string, object> = {
  bars: { bars: [{ label: 'A', value: 0, tone }], limit: { label: 'Limit', value: 0 } },
  columns: { columns: [{ label: 'A', value: 0, tone }] },
  ledger: {
    columns: ['Item', 'July'],
    rows: [{ label: 'A', amounts: [0] }],
    sum: { label: 'Sum', amounts: [-1] },
    trend: { label: 'Sum', result: '0', points: [-3, -1] },
  },
  pair: { sides: ['A', 'B'], lines: [{ label: 'Sales', values: [0, 0], texts: ['0', '0'] }] },
  parts: { key, rows: [{ label: 'A', amounts: [0] }], sum: { label: 'Sum', amounts: [0] } },
  report: { lines: [{ label: 'A', points: [0, 0], value: '0', change: '0', tone }] },
  stock: {
    ...{ first: 1, weeks: 4, today: 0, todayLabel: 'Today', stockLabel: 'Stock', key },
    items: [
      { label: 'A', value: '0', start: 0, weekly: 0, reorder: 0, orders: [{ from: 3, lands: 1, units: 1, tone }] },
    ],
  },
  timeline: { ticks: ['1', '2'], ticksOn: 'lines', lanes: [{ label: 'A', spans: [{ from: 2, to: 1, tone }] }], key },
  waterfall: { lines: [{ label: 'A', amount: 0, tone }] },
}

const INVALID = /NaN|Infinity|undefined|="-[\d.]+%"|(?:width|height)="-/

it.each(Object.entries(pictures))(
  'a drawing of the kind %s has valid attributes without positive values',
  async (kind, data) => {
    const picture = { kind, ...data }
    const { default: Picture } = (await import(`../../src/drawings/kinds/${kind}/${kind}.tsx`)) as {
      default: ComponentType<{ picture: object }>
    }
    expect(renderToStaticMarkup(createElement(Picture, { picture }))).not.toMatch(INVALID)
    const { drawMotif } = pictureTypes[kind as keyof typeof pictureTypes] as { drawMotif: (data: object) => object[] }
    expect(JSON.stringify(drawMotif(picture))).not.toMatch(/NaN|Infinity|null|--/)
  },
)

it('a small chart has valid attributes if all values are 0', () => {
  const chart = { kind: 'columns' as const, values: [0, 0, 0], caption: 'Returns' }
  expect(renderToStaticMarkup(createElement(MiniChart, { chart }))).not.toMatch(INVALID)
})

it.each([
  ['6', 'shelf', 'stats-tags'],
  ['6 awards', 'shelf', 'stats-tags'],
  ['6', 'neutral', 'stats-own'],
  ['12+', 'neutral', 'stats-own'],
  ['92%', 'shelf', 'stats-own'],
] as const)('a figure of %s is drawn with %s drawings', (text, drawings, shape) => {
  expect(renderToStaticMarkup(createElement(Glyph, { ...parseFigure(text), drawings }))).toContain(shape)
})

it.each(['5,000', '5.000', '5 000', '12M', '$40', '4.5', '−5%'])('a figure of %s is not drawn as a count', (text) => {
  expect(renderToStaticMarkup(createElement(Glyph, { ...parseFigure(text), drawings: 'shelf' }))).toBe('')
})
