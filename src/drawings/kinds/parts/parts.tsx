import { Bar, ChartRow, Connector, Legend } from '../../chart.tsx'
import { formatAmount, formatPercent } from '../../numbers.ts'
import type { DrawingProps } from '../../picture.ts'

/**
 * Draws bars that are split into parts. Each bar starts where the bar above it ended. Highlights the first part of the
 * last bar, which shows the totals.
 */
export default function Parts({ picture, language }: DrawingProps<'parts'>) {
  const { rows, sum, key } = picture
  const whole = total(sum.amounts)
  const format = (value: number) => formatAmount(value, language)
  const toneOf = (index: number) => key[index]?.tone ?? 'own'
  let end = 0
  return (
    <>
      <ul className="fall">
        {rows.map((row) => {
          const start = end
          end += total(row.amounts)
          return (
            <ChartRow key={row.label} label={row.label} note={row.note} value={format(total(row.amounts))}>
              {start > 0 && <Connector at={formatPercent(start, whole)} y1={0} y2={15} />}
              <Connector at={formatPercent(end, whole)} y1={38} y2={52} />
              {row.amounts.map((part, index) => (
                <Bar
                  key={key[index]?.label}
                  tone={toneOf(index)}
                  start={start + total(row.amounts.slice(0, index))}
                  length={part}
                  whole={whole}
                  y={15}
                  height={23}
                />
              ))}
            </ChartRow>
          )
        })}
        <ChartRow net label={sum.label} note={sum.note} value={<mark>{format(sum.amounts[0] ?? 0)}</mark>}>
          <Connector at={formatPercent(whole, whole)} y1={0} y2={13} />
          {sum.amounts.map((part, index) => (
            <Bar
              key={key[index]?.label}
              tone={index === 0 ? 'result' : toneOf(index)}
              start={total(sum.amounts.slice(0, index))}
              length={part}
              whole={whole}
            />
          ))}
        </ChartRow>
      </ul>
      <Legend entries={key} />
    </>
  )
}

const total = (amounts: number[]) => amounts.reduce((all, part) => all + part, 0)
