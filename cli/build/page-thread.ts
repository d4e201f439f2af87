import Tinypool from 'tinypool'
import { createPageBuilder, type PageSetup } from './page-builder.ts'

/** Entry point of a worker thread that renders pages. */
export default await createPageBuilder(Tinypool.workerData as PageSetup)
