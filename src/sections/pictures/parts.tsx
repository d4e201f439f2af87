import type { PictureOf } from '../../content/picture.ts'
import { amount } from './amount.ts'
import { FallRow, SumRow } from './fall-row.tsx'
import { Key } from './key.tsx'
import { percent } from './percent.ts'
import { toneClass } from './tone.ts'

/** Ledger lines as bars cut into their parts. The sum shows its first part: what the picture is about. */
export function Parts({ picture }: { picture: PictureOf<'parts'> }) {
  const { rows, sum, key } = picture
  const total = (amounts: number[]) => amounts.reduce((all, part) => all + part, 0)
  const whole = Math.max(...rows.map((row) => total(row.amounts)))
  return (
    <>
      <ul className="fall">
        {rows.map((row) => {
          let from = 0
          return (
            <FallRow key={row.label} label={row.label} note={row.note} value={amount(total(row.amounts))}>
              {row.amounts.map((part, place) => {
                const x = percent(from, whole)
                from += part
                const entry = key[place]
                return part > 0 && entry ? (
                  <rect
                    key={entry.label}
                    className={toneClass[entry.tone]}
                    x={x}
                    width={percent(part, whole)}
                    y="15"
                    height="23"
                  />
                ) : null
              })}
            </FallRow>
          )
        })}
        <SumRow label={sum.label} note={sum.note} value={amount(sum.amounts[0] ?? 0)} />
      </ul>
      <Key entries={key} />
    </>
  )
}
