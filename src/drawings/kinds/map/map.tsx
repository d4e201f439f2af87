import { drawCells } from '../../motif.ts'
import { formatAmount } from '../../numbers.ts'
import type { DrawingProps, PictureOf } from '../../picture.ts'

const step = 10
type Region = PictureOf<'map'>['regions'][number]

/** Draws land as dots and places as larger marks. The marks' shapes distinguish regions without relying on color. */
export default function PlaceMap({ picture, language }: DrawingProps<'map'>) {
  const { land, regions, scale, sum } = picture
  const width = Math.max(...land.map((row) => row.length)) * step
  const whole = regions.reduce((all, region) => all + region.count, 0)
  return (
    <div className="map">
      <svg className="map-land" viewBox={`0 0 ${width} ${land.length * step}`} aria-hidden="true">
        <path className="map-dots" d={runs(land)} />
        {regions.map(({ letter, tone }) => (
          <Places key={letter} tone={tone} d={drawCells(land, letter, drawDot)} />
        ))}
      </svg>
      <ul className="map-regions">
        {regions.map(({ letter, label, note, count, tone }) => (
          <li key={letter}>
            <svg width="22" height="22" viewBox="-1 -1 12 12" aria-hidden="true">
              <Places tone={tone} d="M5 5h0" />
            </svg>
            <p>
              {label} {note && <small>{note}</small>}
            </p>
            <span>{formatAmount(count, language)}</span>
          </li>
        ))}
        <li className="map-sum">
          <p>{sum}</p>
          <mark>{formatAmount(whole, language)}</mark>
        </li>
        <li className="map-scale">
          <p>{scale}</p>
        </li>
      </ul>
    </div>
  )
}

function Places({ tone, d }: { tone: Region['tone']; d: string }) {
  return (
    <>
      <path className={`map-mark map-${tone}`} d={d} />
      {tone !== 'own' && <path className={`map-core map-core-${tone}`} d={d} />}
    </>
  )
}

const moveTo = (x: number, y: number) => `M${x * step + step / 2} ${y * step + step / 2}`

/** Returns a zero-length line. Line caps turn it into a dot. */
const drawDot = (x: number, y: number) => `${moveTo(x, y)}h0`

/** Returns a line for each run of land. Zero-length dashes with line caps draw each line as a row of dots. */
function runs(land: string[]): string {
  const draw = (x: number, y: number, length: number) => `${moveTo(x, y)}h${(length - 1) * step + 0.1}`
  return land
    .flatMap((row, y) => [...row.matchAll(/\S+/g)].map(({ index, 0: run }) => draw(index, y, run.length)))
    .join('')
}
