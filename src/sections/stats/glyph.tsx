import type { ReactNode } from 'react'

interface GlyphProps {
  value: number
  suffix: string
}

const width = 189

/**
 * The figure drawn as data, 189 by 44: a share that falls on whole twenty-fifths is counted out, other shares are laid
 * on a ruler to 100; an amount is one bar for each unit; a small count is a tag for each. Nothing when it cannot be drawn.
 */
export function Glyph({ value, suffix }: GlyphProps) {
  if (suffix.startsWith('%'))
    return value <= 100 && value % 4 === 0 ? <Share of={value / 4} /> : <Ruler value={value} />
  if (!Number.isInteger(value) || value < 1 || value > 40) return null
  return value <= 6 ? <Tags count={value} /> : <Units count={value} />
}

/** A row of equal shapes, each relative to the one before: many equal words, which compress to almost nothing. */
function row(count: number, x: number, y: number, step: number, shape: string): string {
  return count > 0 ? `M${x} ${y}${shape}${`m${step} 0${shape}`.repeat(count - 1)}` : ''
}

/** Twenty-five boxes in two rows; those of the share are filled. */
function Share({ of }: { of: number }) {
  const [first, step] = [13, 14.6]
  const full = 'h11v18h-11z'
  const empty = 'h10v17h-10z'
  const top = Math.min(of, first)
  const below = of - top
  return (
    <Drawing>
      <path className="stats-own" d={row(top, 0, 0, step, full) + row(below, 0, 24, step, full)} />
      <path
        className="stats-rest"
        d={
          row(first - top, Math.round(top * step) + 0.5, 0.5, step, empty) +
          row(25 - first - below, Math.round(below * step) + 0.5, 24.5, step, empty)
        }
      />
    </Drawing>
  )
}

function Ruler({ value }: { value: number }) {
  const unit = (width - 1) / Math.max(100, value)
  const ticks = Array.from(
    { length: 11 },
    (_, tick) => `M${(tick * 10 * unit + 0.5).toFixed(1)} 36v${tick % 5 === 0 ? 8 : 5}`,
  )
  return (
    <Drawing>
      <path
        className="stats-rest"
        d={`M.5 8.5h${(100 * unit).toFixed(1)}v23h-${(100 * unit).toFixed(1)}z${ticks.join('')}`}
      />
      <path className="stats-own" d={`M0 8h${(value * unit).toFixed(1)}v24H0z`} />
    </Drawing>
  )
}

function Units({ count }: { count: number }) {
  const first = Math.ceil(count / 2)
  const step = Math.floor((width + 3) / first)
  const bar = `h${step - 3}v20h-${step - 3}z`
  return (
    <Drawing>
      <path className="stats-own" d={row(first, 0, 0, step, bar) + row(count - first, 0, 23, step, bar)} />
    </Drawing>
  )
}

function Tags({ count }: { count: number }) {
  return (
    <Drawing>
      <path
        className="stats-tags"
        fillRule="evenodd"
        d={row(count, 0.5, 10.5, 31.5, 'l6-6h18v36h-24z') + row(count, 10.5, 13, 31.5, 'a2 2 0 1 0 4 0 2 2 0 1 0-4 0z')}
      />
    </Drawing>
  )
}

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className="stats-glyph" viewBox={`0 0 ${width} 44`} aria-hidden="true">
      {children}
    </svg>
  )
}
