import { amount } from '../../amount.ts'
import { Connector, FallRow } from '../../fall.tsx'
import { toneClass } from '../../frame.ts'
import { Key } from '../../key.tsx'
import { percent } from '../../percent.ts'
import type { PictureOf } from '../../picture.ts'

/** Ledger lines as bars cut into their parts, each starting where the one above ended; the sum is all of them, its first part the one to look at. */
export default function Parts({ picture }: { picture: PictureOf<'parts'> }) {
  const { rows, sum, key } = picture
  const whole = total(sum.amounts)
  let from = 0
  return (
    <>
      <ul className="fall">
        {rows.map((row) => {
          const start = from
          from += total(row.amounts)
          return (
            <FallRow key={row.label} label={row.label} note={row.note} value={amount(total(row.amounts))}>
              {start > 0 && <Connector at={percent(start, whole)} y1={0} y2={15} />}
              <Connector at={percent(from, whole)} y1={38} y2={52} />
              {cut(row.amounts, start).map(([x, part], place) => (
                <rect
                  key={key[place]?.label}
                  className={toneClass[key[place]?.tone ?? 'own']}
                  x={percent(x, whole)}
                  width={percent(part, whole)}
                  y="15"
                  height="23"
                />
              ))}
            </FallRow>
          )
        })}
        <FallRow net label={sum.label} note={sum.note} value={<mark>{amount(sum.amounts[0] ?? 0)}</mark>}>
          <Connector at={percent(whole, whole)} y1={0} y2={13} />
          {cut(sum.amounts, 0).map(([x, part], place) => (
            <rect
              key={key[place]?.label}
              className={place === 0 ? toneClass.result : toneClass[key[place]?.tone ?? 'own']}
              x={percent(x, whole)}
              width={percent(part, whole)}
              y="13"
              height="27"
            />
          ))}
        </FallRow>
      </ul>
      <Key entries={key} />
    </>
  )
}

function total(amounts: number[]): number {
  return amounts.reduce((all, part) => all + part, 0)
}

/** Where each part begins, and how large it is. */
function cut(amounts: number[], start: number): [number, number][] {
  return amounts.map((part, place) => [start + total(amounts.slice(0, place)), part])
}
