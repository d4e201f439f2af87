import type { PictureOf } from '../../content/picture.ts'
import { ListingShot } from './listing-shot.tsx'
import { ListingTable, type Table } from './listing-table.tsx'

/** A product page. With a table its parts carry the numbers of the table's rows. */
export function Listing({ picture }: { picture: PictureOf<'listing'> }) {
  const { name, rating, ratings, bullets, price, offer, table } = picture
  const pin = (part: Table['parts'][number]['part']) => {
    const place = table?.parts.findIndex((entry) => entry.part === part) ?? -1
    return place < 0 ? null : <i className="pin">{place + 1}</i>
  }
  return (
    <div className={table ? 'listing listing-told' : 'listing'}>
      <div className="listing-shot">
        {pin('images')}
        <ListingShot />
      </div>
      <div className="listing-copy">
        <p className="listing-name">
          {pin('title')} {name}
        </p>
        <p>
          {pin('reviews')} {rating} <span>{ratings}</span>
        </p>
        <ul>
          {bullets.map((bullet, place) => (
            <li key={bullet}>
              {bullet} {place === 0 && pin('bullets')}
            </li>
          ))}
        </ul>
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
