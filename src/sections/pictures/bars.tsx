import type { Picture } from '../../content/picture.ts'
import { amount } from './amount.ts'
import { FallRow } from './fall-row.tsx'
import { percent } from './percent.ts'
import { toneClass } from './tone.ts'

type BarsPicture = Extract<Picture, { kind: 'bars' }>

/** Values against the largest of them, each from zero. */
export function Bars({ picture }: { picture: BarsPicture }) {
  const whole = Math.max(...picture.bars.map((bar) => bar.value))
  return (
    <ul className="fall fall-bars">
      {picture.bars.map((bar) => (
        <FallRow key={bar.label} label={bar.label} value={`${amount(bar.value)}${picture.unit ?? ''}`}>
          <rect className="f-fill" width="100%" y="13" height="27" />
          <rect className={toneClass[bar.tone]} width={percent(bar.value, whole)} y="13" height="27" />
        </FallRow>
      ))}
    </ul>
  )
}
