import { Axis } from '../../chart.tsx'
import { formatPercent } from '../../numbers.ts'
import type { PictureOf } from '../../picture.ts'
import { toneClass } from '../../picture-fields.ts'

/** Draws cases in order: time received, description, duration compared with the limit, and state. */
export default function Queue({ picture }: { picture: PictureOf<'queue'> }) {
  const { entries, limit } = picture
  return (
    <ol className={limit ? 'queue queue-timed' : 'queue'}>
      {limit && <Axis ticks={[{ at: 1, label: limit.label, strong: true }]} />}
      {entries.map(({ at, text, note, took, state, tone }) => (
        <li key={`${at}${text}`}>
          <span className="queue-at">{at}</span>
          <p>
            {text} {note && <small>{note}</small>}
          </p>
          {limit && took && (
            <svg width="100%" height="26" role="none">
              <rect className="f-fill" width="100%" y="5" height="16" />
              <rect className={toneClass[tone]} width={formatPercent(took.hours, limit.hours)} y="5" height="16" />
              <text className="pic-text pic-strong" x={formatPercent(took.hours, limit.hours)} dx="8" y="18">
                {took.label}
              </text>
              <line className="s-line" x1="100%" x2="100%" y1="0" y2="26" strokeWidth="3" />
            </svg>
          )}{' '}
          <span className={`queue-state queue-${tone}`}>{state}</span>
        </li>
      ))}
    </ol>
  )
}
