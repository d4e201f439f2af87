import type { Tone } from '../../content/picture.ts'
import { toneClass } from './tone.ts'

/** What the fills of a drawing mean. */
export function Key({ entries }: { entries: { label: string; tone: Tone }[] }) {
  return (
    <p className="key">
      {entries.map(({ label, tone }) => (
        <span key={label}>
          <svg width="22" height="10" aria-hidden="true">
            <rect className={toneClass[tone]} x=".5" y=".5" width="21" height="9" />
          </svg>
          {label}
        </span>
      ))}
    </p>
  )
}
