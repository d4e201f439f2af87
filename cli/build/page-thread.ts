import Tinypool from 'tinypool'
import { createPageMaker, type PageSetup } from './page-maker.ts'

/** Entry point of a worker thread that renders pages. */
export default await createPageMaker(Tinypool.workerData as PageSetup)
