import Tinypool from 'tinypool'
import { createPageBuilder, type PageSetup } from './render-pages.ts'

/** Entry point of a worker thread that renders pages. */
export default await createPageBuilder(Tinypool.workerData as PageSetup)
