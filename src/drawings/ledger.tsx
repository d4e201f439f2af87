import { classNames } from '../ui/class-names.ts'
import { amount, signedAmount } from './amount.ts'
import type { PictureOf } from './picture.ts'
import { Trend } from './trend.tsx'

/**
 * A statement of amounts. The first row is what came in; the rows under it are posted with their sign. The marker
 * is on what ends below zero, or else on the rate of the whole.
 */
export function Ledger({ picture }: { picture: PictureOf<'ledger'> }) {
  const last = picture.columns.length - 1
  const loss = picture.sum.amounts.some((value) => value < 0)
  return (
    <>
      <table className={classNames('pt pt-ledger', last > 3 && 'pt-four')}>
        <thead>
          <tr>
            {picture.columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {picture.rows.map((row, line) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              {row.amounts.map((value, place) => (
                <td key={picture.columns[place + 1]} className={line > 0 ? sign(value) : undefined}>
                  {line > 0 ? signedAmount(value) : amount(value)}
                </td>
              ))}
            </tr>
          ))}
          <tr className="pt-sum">
            <th scope="row">{picture.sum.label}</th>
            {picture.sum.amounts.map((value, place) => (
              <td key={picture.columns[place + 1]}>{value < 0 ? <mark>{amount(value)}</mark> : amount(value)}</td>
            ))}
          </tr>
          {picture.rate && (
            <tr>
              <th scope="row">{picture.rate.label}</th>
              {picture.rate.amounts.map((words, place) => (
                <td key={picture.columns[place + 1]}>{!loss && place + 1 === last ? <mark>{words}</mark> : words}</td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
      {picture.trend && <Trend {...picture.trend} />}
    </>
  )
}

function sign(value: number): string {
  return value < 0 ? 'pt-neg' : 'pt-pos'
}
