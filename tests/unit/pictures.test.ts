import { describe, expect, it } from 'vitest'
import { breakLines, hexColors } from '../../cli/build/share/layers.ts'
import { motifs } from '../../src/drawings/covers/motifs.ts'
import { computeStockCurve } from '../../src/drawings/kinds/stock/schema.ts'
import { computeRunningTotals } from '../../src/drawings/kinds/waterfall/schema.ts'
import { drawRectangleGrid } from '../../src/drawings/motif.ts'
import { pictureSchema } from '../../src/drawings/picture.ts'
import { articleSchema } from '../../src/entries/article.ts'
import { computeCoverSpans } from '../../src/sections/articles/articles.tsx'

const frame = { title: 'Title', alt: 'What it says' }
const refusals = (value: unknown) =>
  pictureSchema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('a picture whose numbers do not add up', () => {
  const ledger = {
    kind: 'ledger',
    ...frame,
    columns: ['Dollars', 'A', 'B', 'All'],
    rows: [
      { label: 'Sales', amounts: [10, 20, 30] },
      { label: 'Fees', amounts: [-1, -2, -3] },
    ],
    sum: { label: 'Left', amounts: [9, 18, 27] },
  }

  it('is rejected if it is a ledger with a wrong column or row sum', () => {
    expect(refusals(ledger)).toBeUndefined()
    expect(refusals({ ...ledger, sum: { label: 'Left', amounts: [9, 19, 28] } })).toEqual([
      'sum.amounts.1: the parts add up to 18, not 19',
      'sum.amounts.2: the parts add up to 27, not 28',
    ])
    const rows = [{ label: 'Sales', amounts: [10, 20, 31] }, ledger.rows[1]]
    expect(refusals({ ...ledger, rows })).toContain('rows.0.amounts.2: the parts add up to 30, not 31')
  })

  it('is rejected if it is a waterfall whose result is wrong by a cent', () => {
    const fall = (result: number) => ({
      kind: 'waterfall',
      ...frame,
      lines: [34.95, -11.2, -25.85, result].map((amount, place) => ({ label: `line ${place}`, amount, tone: 'cost' })),
    })
    expect(refusals(fall(-2.1))).toBeUndefined()
    expect(refusals(fall(-2.09))).toEqual(['lines.3.amount: the parts add up to -2.1, not -2.09'])
  })

  it('is rejected if its parts, bars or ladder have a wrong sum', () => {
    const row = (label: string, amounts: number[]) => ({ label, amounts })
    const key = [{ label: 'paid', tone: 'own' }]
    expect(
      refusals({ kind: 'parts', ...frame, key, rows: [row('a', [1]), row('b', [2])], sum: row('all', [4]) }),
    ).toEqual(['sum.amounts.0: the parts add up to 3, not 4'])
    const bars = [1, 2].map((value) => ({ label: `bar ${value}`, value, tone: 'own' }))
    expect(refusals({ kind: 'bars', ...frame, bars, sum: { label: 'all', value: 2 } })).toEqual([
      'sum.value: the parts add up to 3, not 2',
    ])
    const rungs = [1, 2].map((value) => ({ term: `term ${value}`, to: value, value }))
    const pageOne = { rank: 16, label: 'page one' }
    expect(
      refusals({ kind: 'ladder', ...frame, pageOne, missing: 'none', rungs, sum: { label: 'all', value: 5 } }),
    ).toEqual(['sum.value: the parts add up to 3, not 5'])
  })

  it('is rejected if it is a map with too few marks for the count of a region', () => {
    const map = (count: number) => ({
      kind: 'map',
      ...frame,
      land: ['..a.', '.aa.', '....', ' .. '],
      dot: 4,
      scale: 'one mark is 4 stores',
      regions: [{ letter: 'a', label: 'North', count, tone: 'own' }],
      sum: 'All',
    })
    expect(refusals(map(12))).toBeUndefined()
    expect(refusals(map(16))).toEqual(['regions.0.count: the map shows 12 for "a" (3 × 4), not 16'])
  })
})

describe('drawing computations', () => {
  it('computeStockCurve subtracts sales, adds arrivals and never falls below zero', () => {
    expect(computeStockCurve({ start: 30, weekly: 10, orders: [{ lands: 4, units: 50 }] }, 6)).toEqual([
      { week: 0, units: 30 },
      { week: 3, units: 0 },
      { week: 4, units: 0 },
      { week: 4, units: 50 },
      { week: 6, units: 30 },
    ])
  })

  it('computeRunningTotals can return totals below zero', () => {
    expect(computeRunningTotals([35, -37, -2])).toEqual([
      { from: 0, to: 35 },
      { from: 35, to: -2 },
      { from: 0, to: -2 },
    ])
  })

  it('breakLines breaks a title evenly into the fewest lines that fit', () => {
    const measure = (line: string) => line.length
    expect(breakLines('long words then a', 15, measure)).toEqual(['long words', 'then a'])
    expect(breakLines('short', 14, measure)).toEqual(['short'])
    expect(breakLines('incomprehensibilities all', 10, measure)).toEqual(['incomprehensibilities', 'all'])
  })
})

it('drawRectangleGrid moves from each rectangle to the next one in its row, and then to the next row', () => {
  expect(drawRectangleGrid(30, 60, 3, 2, [20, 10], [25, 15])).toBe(
    'M30 60h20v10h-20zm25 0h20v10h-20zm25 0h20v10h-20zm-50 15h20v10h-20zm25 0h20v10h-20zm25 0h20v10h-20z',
  )
})

describe('covers', () => {
  it('have a drawing for every motif that the article schema allows', () => {
    expect(Object.keys(motifs).sort()).toEqual([...articleSchema.shape.cover.unwrap().options].sort())
    for (const { shapes } of Object.values(motifs)) expect(shapes.length).toBeGreaterThan(1)
  })

  it('use six-digit hex colors, because the card renderer does not support oklch', () => {
    for (const value of Object.values(hexColors)) expect(value).toMatch(/^#[0-9a-f]{6}$/)
  })
})

describe('computeCoverSpans', () => {
  it.each([
    ['puts the largest cover first', false],
    ['never puts one of several covers alone in a row on later pages', true],
  ])('fills every row and %s', (_, further) => {
    for (let count = 0; count <= 40; count += 1) {
      const spans = computeCoverSpans(count, further)
      expect(spans).toHaveLength(count)
      expect(spans).toEqual([...spans].sort((a, b) => b - a))
      if (count > 2) expect(spans[0] === 12).toBe(!further)
      let filled = 0
      for (const span of spans) {
        expect((filled % 12) + span, `row of ${span} in ${spans}`).toBeLessThanOrEqual(12)
        filled += span
      }
      expect(filled % 12, `${spans}`).toBe(0)
    }
  })
})
