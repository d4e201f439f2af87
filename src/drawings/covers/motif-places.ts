import type { PictureOf } from '../picture.ts'
import { levels } from '../stock-levels.ts'
import { cell } from './cells.ts'
import { box, upright } from './motif-box.ts'
import type { Shape } from './shape.ts'

export function stockMotif({ items, weeks, today }: PictureOf<'stock'>): Shape[] {
  const lane = box.height / items.length
  const curves = items.map((item, place): Shape => {
    const points = levels(item, weeks)
    const top = Math.max(...points.map((point) => point.units))
    const floor = Math.round(box.y + (place + 1) * lane - 8)
    const path = points.map(
      ({ week, units }) =>
        `${Math.round(box.x + (week / weeks) * box.width)} ${Math.round(floor - (units / top) * (lane - 16))}`,
    )
    return { tone: 'own', d: `M${path.join('L')}V${floor}H${box.x}z` }
  })
  return [...curves, upright(today / weeks)]
}

export function mapMotif({ land, regions }: PictureOf<'map'>): Shape[] {
  const step = (box.width + 20) / Math.max(...land.map((row) => row.length))
  const top = box.y + (box.height - land.length * step) / 2
  const found = (letters: string, size: number) =>
    land
      .flatMap((row, y) =>
        [...row].map((letter, x) =>
          letters.includes(letter)
            ? cell(Math.round((box.x - 10 + x * step) * 10) / 10, Math.round((top + y * step) * 10) / 10, size, size)
            : '',
        ),
      )
      .join('')
  return [
    { tone: 'figure', d: found('.', 1.2) },
    ...regions.map(
      ({ letter, tone }): Shape => ({
        tone: tone === 'result' ? 'accent' : tone === 'own' ? 'own' : 'figure',
        d: found(letter, 3),
      }),
    ),
  ]
}

export function shelfMotif({ shelves }: PictureOf<'shelf'>): Shape[] {
  const boards = shelves.flatMap(({ facings }) => facings.match(/.{1,12}/g) ?? [])
  const lane = box.height / boards.length
  return boards.flatMap((facings, place): Shape[] => {
    const floor = Math.round(box.y + (place + 1) * lane)
    const step = box.width / facings.length
    const tall = Math.round(lane * 0.66)
    const drawn = (letters: string) =>
      [...facings]
        .map((letter, x) =>
          letters.includes(letter)
            ? cell(Math.round(box.x + x * step + 2), floor - tall, Math.round(step - 4), tall)
            : '',
        )
        .join('')
    return [
      { tone: 'gap', d: drawn('.') },
      { tone: 'line', d: drawn('r') },
      { tone: 'own', d: drawn('o') },
      { tone: 'accent', d: drawn('x') },
      { tone: 'figure', d: cell(box.x - 8, floor, box.width + 16, 5) },
    ]
  })
}
