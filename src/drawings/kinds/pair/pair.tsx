import { classNames } from '../../../ui/class-names.ts'
import { computeFraction, formatPercent } from '../../numbers.ts'
import type { PictureOf } from '../../picture.ts'

/** Draws bars to the left and right of a label. Each row has its own scale, and the better side is highlighted. */
export default function Pair({ picture }: { picture: PictureOf<'pair'> }) {
  const { sides, lines } = picture
  return (
    <ul className="pair">
      <li className="pair-head">
        <span>{sides[0]}</span>
        <p />
        <span>{sides[1]}</span>
      </li>
      {lines.map(({ label, values, texts, better }) => {
        const top = Math.max(...values)
        return (
          <li key={label}>
            <Side
              side="left"
              share={computeFraction(values[0] ?? 0, top)}
              text={texts[0] ?? ''}
              marked={better === 'left'}
            />
            <p>{label}</p>
            <Side
              side="right"
              share={computeFraction(values[1] ?? 0, top)}
              text={texts[1] ?? ''}
              marked={better === 'right'}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface SideProps {
  side: 'left' | 'right'
  share: number
  text: string
  marked: boolean
}

function Side({ side, share, text, marked }: SideProps) {
  return (
    <div className={classNames('pair-side', side === 'left' && 'pair-left')}>
      <svg width="100%" height="24" aria-hidden="true">
        <rect className="f-fill" width="100%" height="24" />
        <rect
          className={side === 'left' ? 'f-soft s-cobalt' : 'f-cobalt'}
          x={side === 'left' ? formatPercent(1 - share, 1) : 0}
          width={formatPercent(share, 1)}
          height="24"
        />
      </svg>
      <b>{marked ? <mark>{text}</mark> : text}</b>
    </div>
  )
}
