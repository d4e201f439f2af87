import type { ReactNode } from 'react'
import { isFigure } from '../../../schema/figure.ts'
import { removeInvisible } from '../../../schema/remove-invisible.ts'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import type { PictureOf } from '../../picture.ts'

/** A table: words at the left, figures at the right. The last cell of the sum is highlighted. */
export default function Records({ picture }: { picture: PictureOf<'records'> }) {
  const { columns, rows, sum } = picture
  const last = columns.length - 1
  const cells = (place: number) => rows.map((row) => removeInvisible(row[place] ?? ''))
  const longest = (place: number) => Math.max(...cells(place).map((cell) => cell.length))
  const words = columns.map((_, place) => place > 0 && place < last && !cells(place).every(isFigure))
  const side = (place: number) => {
    if (place === 0) return longest(0) <= 10 ? 'pt-short' : undefined
    if (words[place]) return longest(place) <= 10 ? 'pt-short' : 'pt-words'
    return longest(place) > 12 ? 'pt-wrap' : undefined
  }
  const cell = (content: ReactNode, place: number) => {
    const [Cell, scope] = place === 0 ? (['th', 'row'] as const) : (['td', undefined] as const)
    return (
      <Cell key={columns[place]} scope={scope} className={side(place)}>
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
            {sum.map((text, place) => cell(text && place === last ? <mark>{text}</mark> : text, place))}
          </tr>
        )}
      </tbody>
    </table>
  )
}
