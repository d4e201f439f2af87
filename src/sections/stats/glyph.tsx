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

function Share({ of }: { of: number }) {
  const at = (place: number) => [(place % 13) * 14.6, place < 13 ? 0 : 24] as const
  const all = Array.from({ length: 25 }, (_, place) => at(place))
  return (
    <Drawing>
      <path
        className="stats-own"
        d={all
          .slice(0, of)
          .map(([x, y]) => `M${x.toFixed(1)} ${y}h11v18h-11z`)
          .join('')}
      />
      <path
        className="stats-rest"
        d={all
          .slice(of)
          .map(([x, y]) => `M${(x + 0.5).toFixed(1)} ${y + 0.5}h10v17h-10z`)
          .join('')}
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
  const row = Math.ceil(count / 2)
  const step = (width + 3) / row
  const bar = (place: number) =>
    `M${((place % row) * step).toFixed(1)} ${place < row ? 0 : 23}h${(step - 3).toFixed(1)}v20h-${(step - 3).toFixed(1)}z`
  return (
    <Drawing>
      <path className="stats-own" d={Array.from({ length: count }, (_, place) => bar(place)).join('')} />
    </Drawing>
  )
}

function Tags({ count }: { count: number }) {
  const tag = (place: number) =>
    `M${0.5 + place * 31.5} 10.5l6-6h18v36h-24zM${10.5 + place * 31.5} 13a2 2 0 1 0 4 0 2 2 0 1 0-4 0z`
  return (
    <Drawing>
      <path
        className="stats-tags"
        fillRule="evenodd"
        d={Array.from({ length: count }, (_, place) => tag(place)).join('')}
      />
    </Drawing>
  )
}

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className="stats-glyph" viewBox={`0 0 ${width} 44`} width={width} height="44" aria-hidden="true">
      {children}
    </svg>
  )
}
