import type { ComponentType } from 'react'
import { Bars } from './bars.tsx'
import { Columns } from './columns.tsx'
import { Ladder } from './ladder.tsx'
import { Ledger } from './ledger.tsx'
import { Listing } from './listing.tsx'
import { PlaceMap } from './map.tsx'
import { Pair } from './pair.tsx'
import { Parts } from './parts.tsx'
import type { Picture, PictureOf } from './picture.ts'
import { Queue } from './queue.tsx'
import { Records } from './records.tsx'
import { Report } from './report.tsx'
import { ShelfRows } from './shelf-rows.tsx'
import { Stock } from './stock.tsx'
import { Timeline } from './timeline.tsx'
import { Waterfall } from './waterfall.tsx'

/** One drawing for each kind of picture; a kind without one does not compile. */
const drawings: { [Kind in Picture['kind']]: ComponentType<{ picture: PictureOf<Kind> }> } = {
  ledger: Ledger,
  waterfall: Waterfall,
  records: Records,
  bars: Bars,
  listing: Listing,
  shelf: ShelfRows,
  map: PlaceMap,
  stock: Stock,
  ladder: Ladder,
  parts: Parts,
  queue: Queue,
  columns: Columns,
  report: Report,
  pair: Pair,
  timeline: Timeline,
}

export function Drawing({ picture }: { picture: Picture }) {
  const Kind = drawings[picture.kind] as ComponentType<{ picture: Picture }>
  return <Kind picture={picture} />
}
