import Tinypool from 'tinypool'
import type { RenderInput } from '../../src/vike/render-input.ts'
import { createPageMaker, type MadePage, type PageSetup } from './page-maker.ts'

/** What a thread does that makes pages (page-threads.ts starts it). */
const make = await createPageMaker(Tinypool.workerData as PageSetup)

export default async function makePages(inputs: readonly RenderInput[]): Promise<MadePage[]> {
  const pages: MadePage[] = []
  for (const input of inputs) pages.push(await make(input))
  return pages
}
