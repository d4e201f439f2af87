import type { Article } from '../../collections/article.ts'
import { budget } from './budget.ts'
import { columns } from './columns.ts'
import { emptyShelf } from './empty-shelf.ts'
import { ladder } from './ladder.ts'
import { leak } from './leak.ts'
import { listing } from './listing.ts'
import { scale } from './scale.ts'
import { schedule } from './schedule.ts'
import type { Motif } from './shape.ts'
import { tag } from './tag.ts'

/** Everything an article may have on its cover. What matters stands in the middle 240, so that a portrait crop keeps it. */
export const motifs: Record<Article['cover'], Motif> = {
  leak,
  shelf: emptyShelf,
  listing,
  ladder,
  scale,
  budget,
  columns,
  schedule,
  tag,
}
