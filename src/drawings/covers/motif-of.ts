import type { Picture, Tone } from '../picture.ts'
import { spread } from '../spread.ts'
import { timelineSteps } from '../timeline-steps.ts'
import { cell } from './cells.ts'
import { listing } from './listing.ts'
import { box, upright } from './motif-box.ts'
import { mapMotif, shelfMotif, stockMotif } from './motif-places.ts'
import type { CoverTone, Motif, Shape } from './shape.ts'
import { tag } from './tag.ts'

const tones: Record<Tone, CoverTone> = {
  ink: 'figure',
  own: 'own',
  soft: 'line',
  cost: 'line',
  waste: 'gap',
  result: 'accent',
}

/** The drawing on the card of a page: its picture, where it has one. */
export function motifOn(ground: Motif['ground'], picture: Picture | undefined): Motif {
  return { ground, shapes: picture ? motifOf(picture) : tag.shapes }
}

/** A picture of a page as the drawing on its card: the same figures, without words. */
function motifOf(picture: Picture): Shape[] {
  switch (picture.kind) {
    case 'waterfall': {
      const spans = spread(picture.lines.map((line) => line.amount))
      const ends = spans.flatMap((span) => [span.from, span.to])
      const least = Math.min(0, ...ends)
      return rows(
        spans.map(({ from, to }, place) => [[from - least, to - least, tones[picture.lines[place]?.tone ?? 'own']]]),
        Math.max(...ends) - least,
      )
    }
    case 'bars': {
      const limit = picture.limit?.value ?? Number.POSITIVE_INFINITY
      const whole = Math.max(...picture.bars.map((bar) => bar.value))
      return [
        ...rows(
          picture.bars.map(({ value, tone }) => [
            [0, Math.min(value, limit), tones[tone]],
            [Math.min(value, limit), value, 'gap'],
          ]),
          whole,
        ),
        ...(picture.limit ? [upright(limit / whole)] : []),
      ]
    }
    case 'parts': {
      let at = 0
      const lines = picture.rows.map(({ amounts }) =>
        amounts.map((part, place): Span => {
          at += part
          return [at - part, at, tones[picture.key[place]?.tone ?? 'own']]
        }),
      )
      return rows([...lines, [[0, picture.sum.amounts[0] ?? 0, 'accent']]], at)
    }
    case 'timeline':
      return rows(
        picture.lanes.map(({ spans, done }) => [
          ...spans.map(({ from, to, tone }): Span => [from, to, tones[tone]]),
          ...(done === undefined ? [] : [[done - 0.15, done + 0.15, 'accent'] as Span]),
        ]),
        timelineSteps(picture),
      )
    case 'ladder':
      return rows(
        picture.rungs.map(({ from, to }) => {
          const place = (rank: number) => 1 - Math.log(rank) / Math.log(100)
          return [
            [from ? place(from) : 0, place(to) - 0.06, 'line'],
            [place(to) - 0.06, place(to) + 0.06, 'accent'],
          ]
        }),
        1.06,
      )
    case 'queue':
      return rows(
        picture.entries.map(({ took, tone }) => [
          [0, took && picture.limit ? took.hours / picture.limit.hours : 0.7, tones[tone]],
          [0.84, 1, tones[tone]],
        ]),
        1,
      )
    case 'pair':
      return rows(
        picture.lines.map(({ values, better }) => {
          const top = Math.max(...values)
          return [
            [0.96 - (values[0] ?? 0) / top, 0.96, 'line'],
            [1.04, 1.04 + (values[1] ?? 0) / top, better ? 'accent' : 'own'],
          ]
        }),
        2,
      )
    case 'columns':
      return columns(picture.columns.map(({ value, tone }) => [value, tones[tone]]))
    case 'report':
      return columns(lastAccented(picture.lines.at(-1)?.points ?? []))
    case 'ledger':
      return columns(lastAccented(picture.trend?.points ?? picture.sum.amounts.map((value) => Math.max(0, value))))
    case 'stock':
      return stockMotif(picture)
    case 'map':
      return mapMotif(picture)
    case 'shelf':
      return shelfMotif(picture)
    case 'listing':
      return listing.shapes
    case 'records':
      return rows(
        picture.rows.map((cells) => [
          [0, 0.3 + (cells[0]?.length ?? 0) / 60, 'figure'],
          [0.8, 1, cells === picture.rows.at(-1) ? 'accent' : 'line'],
        ]),
        1,
      )
  }
}

type Span = [from: number, to: number, tone: CoverTone]

function rows(lines: Span[][], whole: number): Shape[] {
  const step = box.height / lines.length
  const at = (value: number) => Math.round(box.x + (value / whole) * box.width)
  return lines.flatMap((spans, place) =>
    spans
      .filter(([from, to]) => from !== to)
      .map(([from, to, tone]) => {
        const [left, right] = [at(Math.min(from, to)), at(Math.max(from, to))]
        const top = Math.round(box.y + place * step + step * 0.16)
        return { tone, d: cell(left, top, Math.max(2, right - left), Math.round(step * 0.68)) }
      }),
  )
}

function lastAccented(points: number[]): [number, CoverTone][] {
  return points.map((point, place) => [point, place === points.length - 1 ? 'accent' : 'own'])
}

function columns(values: [number, CoverTone][]): Shape[] {
  const top = Math.max(...values.map(([value]) => value))
  const step = box.width / values.length
  return [
    ...values.map(([value, tone], place): Shape => {
      const tall = Math.max(2, Math.round((value / top) * (box.height - 12)))
      const x = Math.round(box.x + place * step + step * 0.1)
      return { tone, d: cell(x, box.y + box.height - tall, Math.round(step * 0.8), tall) }
    }),
    { tone: 'figure', d: cell(box.x - 12, box.y + box.height, box.width + 24, 5) },
  ]
}
