import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { formatMeasurementScripts } from '@northshelf/site/measurement/measurement.ts'
import type { SiteView } from '@northshelf/site/sections/site-view.ts'
import type { RenderInput } from '@northshelf/site/site/render-input.ts'
import { forEachLimited } from '../pool.ts'
import type { PageProblem } from '../rules/page/problem.ts'
import { createPageChecker } from '../rules/page/rules.ts'
import type { Bundle } from './bundle.mjs'
import { readClientFiles } from './client-files.ts'
import type { PlannedPage } from './pages.ts'
import { listFonts } from './select-fonts.ts'

/** Input that all pages of a build share. */
export interface PageSetup {
  bundle: Bundle
  site: SiteView
}

/** Published output of a page, as bytes, because threads transfer bytes much faster than strings. */
export interface PageOutput {
  html: Uint8Array
  problems: PageProblem[]
  /** Set if the page could not be rendered; the other fields are empty. */
  error?: unknown
}

export interface ChangedPage {
  page: PlannedPage
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
  const threads = pages.length < MIN_PAGES_FOR_THREADS ? undefined : await startThreads(setup)
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
 * Starts one thread per core. Returns undefined if there is only one core, where threads save no time, or if the tool
 * runs from source, because threads need compiled code.
 */
async function startThreads(workerData: PageSetup) {
  const filename = fileURLToPath(new URL('./page-thread.js', import.meta.url))
  const cores = availableParallelism()
  if (cores === 1 || !existsSync(filename)) return undefined
  const { default: Tinypool } = await import('tinypool')
  return new Tinypool({ filename, minThreads: cores, maxThreads: cores, workerData })
}

/** Creates a function that renders a site's pages and adds their styles. */
export async function createPageRenderer(bundle: Bundle) {
  // Load the parser of stylesheets only when there are pages to render.
  const { createStyleInliner } = await import('./select-styles.ts')
  const client = readClientFiles(bundle)
  const scripts = `<script src="${client.script}" type="module" async fetchpriority="low"></script>`
  const inlineStyles = createStyleInliner(client)
  return async (site: SiteView) => {
    // Bypasses vike's router, which takes as long as rendering (docs/decisions/004).
    const { createDocumentRenderer } = await loadDocumentModule(bundle)
    const all = scripts + formatMeasurementScripts(site.measurement, `/${client.measurement}`)
    const fonts = listFonts(client.css, site.theme)
    const render = createDocumentRenderer({ site, build: bundle.id, fonts, scripts: all })
    return async (input: RenderInput) => {
      const document = await render(input)
      return { document, html: inlineStyles(document.html, document.page, input.view, site) }
    }
  }
}

/** Creates a function that renders and checks a site's pages. */
export async function createPageBuilder({ bundle, site }: PageSetup) {
  const render = await (await createPageRenderer(bundle))(site)
  const check = createPageChecker()
  const bytes = new TextEncoder()
  return async (inputs: readonly RenderInput[]): Promise<PageOutput[]> => {
    const pages: PageOutput[] = []
    for (const input of inputs) {
      try {
        const { document, html } = await render(input)
        pages.push({ html: bytes.encode(html), problems: check(document.html) })
      } catch (error) {
        pages.push({ html: bytes.encode(''), problems: [], error })
      }
    }
    return pages
  }
}

/** Loads the compiled components of a bundle. */
export async function loadDocumentModule({ folder }: Bundle) {
  const url = pathToFileURL(path.join(folder, 'server', 'document.mjs')).href
  return (await import(url)) as typeof import('@northshelf/site/site/document.tsx')
}
