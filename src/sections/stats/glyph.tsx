import type { Theme } from '../../theme/theme.ts'
import type { parseFigure } from './schema.ts'

type Figure = Pick<ReturnType<typeof parseFigure>, 'text' | 'prefix' | 'value' | 'suffix'> & Pick<Theme, 'drawings'>

const width = 189

/**
 * Draws a number as a graphic of 189 by 44 units: a percentage as 25 boxes if it fills whole boxes, otherwise as a mark
 * on a ruler from 0 to 100; a count up to 6 as price tags or squares, and up to 40 as bars. Draws nothing for other numbers.
 */
export function Glyph(figure: Figure) {
  const shapes = draw(figure)
  return (
    shapes && (
      <svg className="stats-glyph" viewBox={`0 0 ${width} 44`} aria-hidden="true">
        {shapes}
      </svg>
    )
  )
}

/** Matches a sign or unit before a number, as in `$40`. */
const UNIT_BEFORE = /[\p{L}\p{S}\p{P}]/u
/** Matches a unit or further digits after a number, as in `12M`, `12 Mio.` and `5 000`. */
const UNIT_AFTER = /^(?:[\p{L}'’]|\s?\d|\s\p{L}{1,9}\.)/u

function draw({ text, prefix, value, suffix, drawings }: Figure) {
  if (UNIT_BEFORE.test(prefix)) return null
  if (suffix.trimStart().startsWith('%'))
    return value <= 100 && value % 4 === 0 ? <Share boxes={value / 4} /> : <Ruler value={value} />
  const isPlain = Number.isInteger(value) && text === `${prefix}${value}${suffix}`
  if (!isPlain || UNIT_AFTER.test(suffix) || value < 1 || value > 40) return null
  if (value > 6) return <Bars count={value} />
  if (drawings === 'shelf') return <Tags count={value} />
  return <path className="stats-own" d={row(value, 0, 8, 32, 'h28v28h-28z')} />
}

/** Draws a row of equal shapes, each relative to the previous one, because repeated text compresses well. */
function row(count: number, x: number, y: number, step: number, shape: string): string {
  return count > 0 ? `M${x} ${y}${shape}${`m${step} 0${shape}`.repeat(count - 1)}` : ''
}

/** Draws 25 boxes in two rows, some of them filled. */
function Share({ boxes }: { boxes: number }) {
  const first = 13
  const step = 14.6
  const full = 'h11v18h-11z'
  const empty = 'h10v17h-10z'
  const top = Math.min(boxes, first)
  const below = boxes - top
  return (
    <>
      <path className="stats-own" d={row(top, 0, 0, step, full) + row(below, 0, 24, step, full)} />
      <path
        className="stats-rest"
        d={
          row(first - top, Math.round(top * step) + 0.5, 0.5, step, empty) +
          row(25 - first - below, Math.round(below * step) + 0.5, 24.5, step, empty)
        }
      />
    </>
  )
}

function Ruler({ value }: { value: number }) {
  const unit = (width - 1) / Math.max(100, value)
  const end = (100 * unit).toFixed(1)
  const ticks = Array.from(
    { length: 11 },
    (_, tick) => `M${(tick * 10 * unit + 0.5).toFixed(1)} 36v${tick % 5 === 0 ? 8 : 5}`,
  )
  return (
    <>
      <path className="stats-rest" d={`M.5 8.5h${end}v23h-${end}z${ticks.join('')}`} />
      <path className="stats-own" d={`M0 8h${(value * unit).toFixed(1)}v24H0z`} />
    </>
  )
}

function Bars({ count }: { count: number }) {
  const first = Math.ceil(count / 2)
  const step = Math.floor((width + 3) / first)
  const bar = `h${step - 3}v20h-${step - 3}z`
  return <path className="stats-own" d={row(first, 0, 0, step, bar) + row(count - first, 0, 23, step, bar)} />
}

function Tags({ count }: { count: number }) {
  const tags = row(count, 0.5, 10.5, 31.5, 'l6-6h18v36h-24z')
  const holes = row(count, 10.5, 13, 31.5, 'a2 2 0 1 0 4 0 2 2 0 1 0-4 0z')
  return <path className="stats-tags" fillRule="evenodd" d={tags + holes} />
}
