import { Fragment } from 'react'
import { isFigure } from '../../../schema/figure.ts'
import type { PictureOf } from '../../picture.ts'

/** Records as a desk keeps them: words on the left, figures on the right. With a sum, its last cell is the one to look at. */
export default function Records({ picture }: { picture: PictureOf<'records'> }) {
  const { columns, rows, sum } = picture
  const last = columns.length - 1
  const cells = (place: number) => rows.map((row) => row[place] ?? '')
  const longest = (place: number) => Math.max(...cells(place).map((cell) => cell.length))
  const words = columns.map((_, place) => place > 0 && place < last && !cells(place).every(isFigure))
  const side = (place: number) => {
    if (place === 0) return longest(0) <= 10 ? 'pt-short' : undefined
    if (words[place]) return longest(place) <= 10 ? 'pt-short' : 'pt-words'
    return longest(place) > 12 ? 'pt-wrap' : undefined
  }
  return (
    <table className="pt pt-records">
      <thead>
        <tr>
          {columns.map((name, place) => (
            <th key={name} scope="col" className={side(place)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join()}>
            {row.map((cell, place) => (
              <Fragment key={columns[place]}>
                {place === 0 ? (
                  <th scope="row" className={side(0)}>
                    {cell}
                  </th>
                ) : (
                  <td className={side(place)}>{cell}</td>
                )}
              </Fragment>
            ))}
          </tr>
        ))}
        {sum && (
          <tr className="pt-sum">
            {sum.map((cell, place) => (
              <Fragment key={columns[place]}>
                {place === 0 ? (
                  <th scope="row" className={side(0)}>
                    {cell}
                  </th>
                ) : (
                  <td className={side(place)}>{place === last && cell ? <mark>{cell}</mark> : cell}</td>
                )}
              </Fragment>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  )
}
