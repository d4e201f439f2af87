import { checkPartResults } from '../schema/own-code-error.ts'
import * as bars from './kinds/bars/schema.ts'
import * as columns from './kinds/columns/schema.ts'
import * as ladder from './kinds/ladder/schema.ts'
import * as ledger from './kinds/ledger/schema.ts'
import * as listing from './kinds/listing/schema.ts'
import * as map from './kinds/map/schema.ts'
import * as pair from './kinds/pair/schema.ts'
import * as parts from './kinds/parts/schema.ts'
import * as queue from './kinds/queue/schema.ts'
import * as records from './kinds/records/schema.ts'
import * as report from './kinds/report/schema.ts'
import * as shelf from './kinds/shelf/schema.ts'
import * as stock from './kinds/stock/schema.ts'
import * as timeline from './kinds/timeline/schema.ts'
import * as waterfall from './kinds/waterfall/schema.ts'
import { shapesSchema } from './motif-schema.ts'
import { ownDrawings } from './own.ts'

/** All picture types, in the order in which editors list them. Each key is both the `kind` and the folder name. */
export const pictureTypes = {
  ledger,
  waterfall,
  records,
  bars,
  listing,
  shelf,
  map,
  stock,
  ladder,
  parts,
  queue,
  columns,
  report,
  pair,
  timeline,
  ...checkPartResults('drawings', ownDrawings, { drawMotif: shapesSchema }),
}
