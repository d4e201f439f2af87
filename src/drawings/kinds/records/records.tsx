import type { ReactNode } from 'react'
import { isNumericCell } from '../../../schema/figure.ts'
import { removeInvisibleCharacters } from '../../../schema/remove-invisible.ts'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import type { PictureOf } from '../../picture.ts'

/** Draws a table with text on the left and numbers on the right. Highlights the last cell of the sum row. */
export default function Records({ picture }: { picture: PictureOf<'records'> }) {
  const { columns, rows, sum } = picture
  const last = columns.length - 1
  const cells = (index: number) => rows.map((row) => removeInvisibleCharacters(row[index] ?? ''))
  const longest = (index: number) => Math.max(...cells(index).map((cell) => cell.length))
  const words = columns.map((_, index) => index > 0 && index < last && !cells(index).every(isNumericCell))
  const side = (index: number) => {
    if (index === 0) return longest(0) <= 10 ? 'pt-short' : undefined
    if (words[index]) return longest(index) <= 10 ? 'pt-short' : 'pt-words'
    return longest(index) > 12 ? 'pt-wrap' : undefined
  }
  const cell = (content: ReactNode, index: number) => {
    const [Cell, scope] = index === 0 ? (['th', 'row'] as const) : (['td', undefined] as const)
    return (
      <Cell key={columns[index]} scope={scope} className={side(index)}>
        {content}
      </Cell>
    )
  }
  return (
    <table className="pt pt-records">
      <ColumnHeads names={columns} classOf={side} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.join()}>{row.map(cell)}</tr>
        ))}
        {sum && (
          <tr className="pt-sum">
            {sum.map((text, index) => cell(text && index === last ? <mark>{text}</mark> : text, index))}
          </tr>
        )}
      </tbody>
    </table>
  )
}
