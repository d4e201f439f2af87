import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RenderInput } from '@northshelf/site/site/render-input.ts'
import { forEachLimited } from '../pool.ts'
import { createPageBuilder, type PageOutput, type PageSetup } from './page-builder.ts'
import type { PageFile } from './pages.ts'

export interface ChangedPage {
  page: PageFile
  /** Hash of everything that the page depends on. */
  key: string
}

const BATCH = 8
/** Number of concurrent batches, enough to compress on every core while the next batch is rendered. */
const BATCHES = 8
/**
 * Minimum number of pages for using threads. With fewer pages, starting threads costs more time than they save
 * (measured with 1,000 articles).
 */
const MIN_PAGES_FOR_THREADS = 2000

/**
 * Renders pages in batches, so that memory use does not grow with the number of pages. Uses all cores if there are many
 * pages.
 */
export async function renderPages(
  setup: PageSetup,
  pages: readonly ChangedPage[],
  put: (page: ChangedPage, made: PageOutput) => Promise<void>,
  onProgress: (done: number) => void,
): Promise<void> {
  const threads = await startThreads(setup, pages.length)
  const run = threads
    ? (inputs: RenderInput[]): Promise<PageOutput[]> => threads.run(inputs)
    : await createPageBuilder(setup)
  let done = 0
  const batches = Array.from({ length: Math.ceil(pages.length / BATCH) }, (_, index) =>
    pages.slice(index * BATCH, (index + 1) * BATCH),
  )
  await forEachLimited(batches, BATCHES, async (batch) => {
    const inputs = batch.map(({ page: { view, meta } }) => ({ view, meta }))
    for (const [index, page] of (await run(inputs)).entries()) await put(batch[index] as ChangedPage, page)
    done += batch.length
    onProgress(done)
  }).finally(() => threads?.destroy())
}

/**
 * Starts threads that render pages. Returns undefined if a single thread is faster, or if the tool runs from source,
 * because threads need compiled code.
 */
async function startThreads(workerData: PageSetup, pages: number) {
  const filename = fileURLToPath(new URL('./page-thread.js', import.meta.url))
  const threads = availableParallelism()
  if (pages < MIN_PAGES_FOR_THREADS || threads === 1 || !existsSync(filename)) return undefined
  const { default: Tinypool } = await import('tinypool')
  return new Tinypool({ filename, workerData, minThreads: threads, maxThreads: threads })
}
