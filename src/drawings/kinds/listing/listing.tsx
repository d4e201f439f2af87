import { classNames } from '../../../ui/class-names.ts'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import type { PictureOf } from '../../picture.ts'

type Table = NonNullable<PictureOf<'listing'>['table']>

/** Draws a product page. If there is a table, its row numbers appear on the parts of the page. */
export default function Listing({ picture }: { picture: PictureOf<'listing'> }) {
  const { name, rating, ratings, bullets, price, offer, table } = picture
  const pinned = table && 'pinned'
  const pin = (part: Table['parts'][number]['part']) => {
    const index = table?.parts.findIndex((entry) => entry.part === part) ?? -1
    return index < 0 ? null : (
      <>
        <i className="pin">{index + 1}</i>{' '}
      </>
    )
  }
  const list = (
    <ul>
      {bullets.map((bullet) => (
        <li key={bullet}>{bullet}</li>
      ))}
    </ul>
  )
  return (
    <div className={classNames('listing', table && 'listing-told')}>
      <div className="listing-shot">
        {pin('images')}
        <ListingShot />
      </div>
      <div className="listing-copy">
        <p className={classNames('listing-name', pinned)}>
          {pin('title')}
          {name}
        </p>
        <p className={pinned}>
          {pin('reviews')}
          {rating} <span>{ratings}</span>
        </p>
        {table ? (
          <div className="pinned">
            {pin('bullets')}
            {list}
          </div>
        ) : (
          list
        )}
        <p className="listing-buy">
          {pin('price')}
          <b>{price}</b> <mark>{offer}</mark>
        </p>
      </div>
      {table && <ListingTable table={table} />}
    </div>
  )
}

/** Draws the photos of a product page: five thumbnails, and a bottle beside a scale. */
function ListingShot() {
  return (
    <svg viewBox="0 0 190 190" aria-hidden="true">
      <path
        className="f-sheet s-field"
        d="M.5 48.5h28v28H.5zM.5 84.5h28v28H.5zM.5 120.5h28v28H.5zM.5 156.5h28v28H.5z"
      />
      <path className="f-sheet s-cobalt" d="M.5 12.5h28v28H.5z" />
      <path
        className="f-cobalt"
        d="M10 37V26c0-3 3-3 3-6v-3h4v3c0 3 3 3 3 6v11zM7 53h15v19H7zM98 186V82c0-20 12-22 12-40V30h20v12c0 18 12 20 12 40v104z"
      />
      <path
        className="f-sheet s-muted"
        d="M8 98h13M8 91h13M8 105h8M9 124v22M5 124h8M5 146h8M18 126v18M5 163h19M5 169h19M5 175h12M60 186h120M68 6h12M68 96h6M74 6v180"
      />
      <path className="f-sheet" d="M98 98h44v58H98z" />
      <path className="f-ink" d="M108 6h24v22h-24zM105 107h30v2h-30zM105 113h20v2h-20z" />
      <path className="f-tag" d="M105 128h30v18h-30z" />
    </svg>
  )
}

function ListingTable({ table: { columns, parts, sum } }: { table: Table }) {
  return (
    <table className="pt pt-records">
      <ColumnHeads names={columns} />
      <tbody>
        {parts.map(({ part, label, figures }, index) => (
          <tr key={part}>
            <th scope="row">
              <span className="pinned">
                <i className="pin">{index + 1}</i> {label}
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
