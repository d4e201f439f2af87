import { Fragment } from 'react'
import { formatPercent } from '../../numbers.ts'
import type { PictureOf } from '../../picture.ts'

const board = 92
/** Outlines of other brands' packages. They are 40 units wide and alternate on the shelf. */
const others = [
  'M4 0v-58h32V0zM4-44h32',
  'M10 0v-40c0-8 6-9 6-16v-12h8v12c0 7 6 8 6 16V0z',
  'M3 0v-34h34V0zM6-34v-8h28v8',
]
const bottle = 'M8 0v-46c0-9 7-10 7-18v-12h10v12c0 8 7 9 7 18V0z'

/** Draws a planogram. The agency's own products are solid, other brands are outlined and gaps are dashed. */
export default function ShelfRows({ picture }: { picture: PictureOf<'shelf'> }) {
  const { shelves, words } = picture
  const key = [
    { symbol: 'o', word: words.ours },
    { symbol: 'r', word: words.others },
    { symbol: '.', word: words.gap },
    { symbol: 'x', word: words.next },
  ].filter(({ word }) => word)
  return (
    <div className="planogram">
      {shelves.map(({ label, note, facings }) => (
        <div key={label} className="planogram-row">
          <div className="planogram-boards">
            {halves(facings).map((half, side) => (
              <Board key={side === 0 ? 'near' : 'far'} facings={half} />
            ))}
          </div>
          <p>
            <b>{label}</b> <span>{note}</span>
          </p>
        </div>
      ))}
      <p className="key">
        {key.map(({ symbol, word }) => (
          <Fragment key={symbol}>
            <span>
              <svg width="20" height="40" viewBox="0 -82 40 82" aria-hidden="true">
                <Facing symbol={symbol} index={1} />
              </svg>
              {word}
            </span>{' '}
          </Fragment>
        ))}
      </p>
    </div>
  )
}

function Board({ facings }: { facings: string }) {
  return (
    <svg width="100%" height={board + 6} aria-hidden="true">
      {[...facings].map((symbol, index) => (
        <svg
          // biome-ignore lint/suspicious/noArrayIndexKey: facings have no key but their index
          key={index}
          aria-hidden="true"
          x={formatPercent(index, facings.length)}
          width={formatPercent(1, facings.length)}
          height={board}
          viewBox="0 -82 40 82"
          preserveAspectRatio="xMidYMax"
        >
          <Facing symbol={symbol} index={index} />
        </svg>
      ))}
      <rect className="f-ink" y={board} width="100%" height="6" />
    </svg>
  )
}

/** Splits a long board into two halves, which phones show one below the other. */
function halves(facings: string): string[] {
  if (facings.length <= 14) return [facings]
  const middle = Math.ceil(facings.length / 2)
  return [facings.slice(0, middle), facings.slice(middle)]
}

function Facing({ symbol, index }: { symbol: string; index: number }) {
  if (symbol === '.') return <path className="f-none s-field" d="M5-.5v-62h30v62" strokeDasharray="3 3" />
  if (symbol === 'r') return <path className="f-fill s-field" d={others[(index * 7 + (index >> 2)) % 3]} />
  return (
    <>
      <path className={symbol === 'x' ? 'f-tag s-ink' : 'f-cobalt'} d={bottle} />
      <path className="f-sheet" d="M11-38h18v20H11z" />
    </>
  )
}
