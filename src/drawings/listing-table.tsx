import type { PictureOf } from './picture.ts'

export type Table = NonNullable<PictureOf<'listing'>['table']>

/** What each numbered part of a product page does. */
export function ListingTable({ table: { columns, parts, sum } }: { table: Table }) {
  return (
    <table className="pt pt-records">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.map(({ part, label, figures }, place) => (
          <tr key={part}>
            <th scope="row">
              <span className="pinned">
                <i className="pin">{place + 1}</i>
                {label}
              </span>
            </th>
            {figures.map((figure, side) => (
              <td key={columns[side + 1]}>{figure}</td>
            ))}
          </tr>
        ))}
      </tbody>
      {sum && (
        <tfoot>
          <tr className="listing-sum">
            <th scope="row">{sum.label}</th>
            <td colSpan={2}>
              {sum.figures[0]} <mark>{sum.figures[1]}</mark>
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
