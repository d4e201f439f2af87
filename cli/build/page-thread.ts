import Tinypool from 'tinypool'
import { createPageMaker, type PageSetup } from './page-maker.ts'

/** What a thread does that makes pages. */
export default await createPageMaker(Tinypool.workerData as PageSetup)
