import { classNames } from '../ui/class-names.ts'
import { ListingShot } from './listing-shot.tsx'
import { ListingTable, type Table } from './listing-table.tsx'
import type { PictureOf } from './picture.ts'

/** A product page. With a table its parts carry the numbers of the table's rows, in a column before their words. */
export function Listing({ picture }: { picture: PictureOf<'listing'> }) {
  const { name, rating, ratings, bullets, price, offer, table } = picture
  const pinned = table && 'pinned'
  const pin = (part: Table['parts'][number]['part']) => {
    const place = table?.parts.findIndex((entry) => entry.part === part) ?? -1
    return place < 0 ? null : <i className="pin">{place + 1}</i>
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
          <b>{price}</b>
          <mark>{offer}</mark>
        </p>
      </div>
      {table && <ListingTable table={table} />}
    </div>
  )
}
