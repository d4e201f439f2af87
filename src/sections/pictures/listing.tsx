import type { PictureOf } from '../../content/picture.ts'
import { ListingShot } from './listing-shot.tsx'

type Part = PictureOf<'listing'>['parts'][number]['part']

/** A product page whose parts carry numbers, and the table that says what each of them does. */
export function Listing({ picture }: { picture: PictureOf<'listing'> }) {
  const { name, rating, ratings, bullets, price, offer, columns, parts, sum } = picture
  const pin = (part: Part) => {
    const place = parts.findIndex((entry) => entry.part === part)
    return place < 0 ? null : <i className="pin">{place + 1}</i>
  }
  return (
    <div className="listing">
      <div className="listing-shot">
        {pin('images')}
        <ListingShot />
      </div>
      <div className="listing-copy">
        <p className="listing-name">
          {pin('title')} {name}
        </p>
        <p className="listing-rated">
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
                <i className="pin">{place + 1}</i> {label}
              </th>
              {figures.map((figure, side) => (
                <td key={columns[side + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
          {sum && (
            <tr className="pt-sum">
              <th scope="row">{sum.label}</th>
              <td>{sum.figures[0]}</td>
              <td>
                <mark>{sum.figures[1]}</mark>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
