import { z } from 'zod'
import { columnsPicture, ladderPicture, stockPicture, timelinePicture } from './plans.ts'
import { listingPicture, mapPicture, pairPicture, queuePicture, shelfPicture } from './shelves.ts'
import {
  barsPicture,
  ledgerPicture,
  partsPicture,
  recordsPicture,
  reportPicture,
  waterfallPicture,
} from './statements.ts'

export type { Tone } from './frame.ts'

/** A drawing with information: content gives the figures, the site draws them in one system. */
export const picture = z.discriminatedUnion('kind', [
  ledgerPicture,
  waterfallPicture,
  recordsPicture,
  barsPicture,
  listingPicture,
  shelfPicture,
  mapPicture,
  stockPicture,
  ladderPicture,
  partsPicture,
  queuePicture,
  columnsPicture,
  reportPicture,
  pairPicture,
  timelinePicture,
])
export type Picture = z.infer<typeof picture>
export type PictureOf<Kind extends Picture['kind']> = Extract<Picture, { kind: Kind }>
