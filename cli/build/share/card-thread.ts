import Tinypool from 'tinypool'
import { type CardSite, createCardRenderer } from './card-renderer.ts'

/** Entry point of a worker thread that draws share cards. */
export default await createCardRenderer(Tinypool.workerData as CardSite)
