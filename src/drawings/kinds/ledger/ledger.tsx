import { classNames } from '../../../ui/class-names.ts'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import { computeColumnLayout, computeFraction, formatAmount, formatSignedAmount } from '../../numbers.ts'
import type { DrawingProps, PictureOf } from '../../picture.ts'

/**
 * Draws a statement as a table. The first row is income and has no signs; amounts in the other rows have a plus or
 * minus sign. Highlights negative amounts in the sum row or, if there are none, the last cell of the rate row.
 */
export default function Ledger({ picture, language }: DrawingProps<'ledger'>) {
  const last = picture.columns.length - 1
  const loss = picture.sum.amounts.some((value) => value < 0)
  return (
    <>
      <table className={classNames('pt pt-ledger', last > 3 && 'pt-four')}>
        <ColumnHeads names={picture.columns} />
        <tbody>
          {picture.rows.map((row, line) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              {row.amounts.map((value, index) => (
                <td key={picture.columns[index + 1]} className={line > 0 ? sign(value) : undefined}>
                  {line > 0 ? formatSignedAmount(value, language) : formatAmount(value, language)}
                </td>
              ))}
            </tr>
          ))}
          <tr className="pt-sum">
            <th scope="row">{picture.sum.label}</th>
            {picture.sum.amounts.map((value, index) => (
              <td key={picture.columns[index + 1]}>
                {value < 0 ? <mark>{formatAmount(value, language)}</mark> : formatAmount(value, language)}
              </td>
            ))}
          </tr>
          {picture.rate && (
            <tr>
              <th scope="row">{picture.rate.label}</th>
              {picture.rate.amounts.map((words, index) => (
                <td key={picture.columns[index + 1]}>{!loss && index + 1 === last ? <mark>{words}</mark> : words}</td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
      {picture.trend && <Trend {...picture.trend} />}
    </>
  )
}

const sign = (value: number) => (value < 0 ? 'pt-neg' : 'pt-pos')

const height = 92
/** Space between columns, as a fraction of a column. */
const space = 0.14

/** Draws columns over time and highlights the last column. */
function Trend({ label, result, points }: NonNullable<PictureOf<'ledger'>['trend']>) {
  const top = Math.max(...points)
  const { at, width } = computeColumnLayout(points.length, space)
  return (
    <div className="trend">
      <svg width="100%" height={height} aria-hidden="true">
        {points.map((point, index) => {
          const columnHeight = Math.round(computeFraction(point, top) * (height - 7))
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: points have no key but their index
              key={index}
              className={index === points.length - 1 ? 'f-tag' : 'f-cobalt'}
              x={at(index)}
              width={width}
              y={height - columnHeight}
              height={columnHeight}
            />
          )
        })}
      </svg>
      <p>
        <span>{label}</span> <b>{result}</b>
      </p>
    </div>
  )
}
