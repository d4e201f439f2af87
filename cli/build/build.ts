import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { ShareCard } from '@northshelf/site/site/meta.ts'
import { createSiteView } from '@northshelf/site/site/views.ts'
import { hash } from '../cache.mjs'
import { STATUS_PAGE_CODES } from '../content/served-addresses.ts'
import { toSystemFailure } from '../diagnostics/failure.ts'
import type { FileTexts, Problem } from '../diagnostics/problem.ts'
import { getOutputFolders } from '../paths.ts'
import { forEachLimited } from '../pool.ts'
import { createLiteralMarkTest } from '../rules/page/literal-marks.ts'
import { locatePageProblem, type PageProblem } from '../rules/page/problem.ts'
import { ensureBundle } from './bundle.mjs'
import { listBrokenParts, listIncompleteParts, listPageErrors } from './check-own-code.ts'
import { readClientFiles, writeLicenses } from './client-files.ts'
import { createHeaderRules, formatHeadersFile } from './headers.ts'
import { formatRedirectsFile } from './hosting/redirects.ts'
import type { StudioServer } from './hosting/studio.ts'
import { writeHosting } from './hosting/write-hosting.ts'
import { writeIcons, writeImages } from './images.ts'
import { lockOutput } from './lock.ts'
import { listMarkdownCopies } from './markdown-copies.ts'
import { CONCURRENCY, type CompressionEffort, chooseCompressionEffort, type Output, openOutput } from './output.ts'
import { listLanguageVersions, getSiteFilePath as siteFileOf } from './pages.ts'
import { writeRelay } from './relay.ts'
import { type ChangedPage, type PageOutput, renderPages } from './render-pages.ts'
import { createFontFinder } from './select-fonts.ts'
import { type WrittenImages, writeShareImages } from './share/share-images.ts'
import { renderTextFiles } from './text-files.ts'

export interface BuildResult extends WrittenImages {
  /** Number of HTML pages, including error pages. */
  pages: number
  errorPages: number
  rendered: number
  files: number
  written: number
  /** Lowest compression effort among the compressed copies. */
  effort: CompressionEffort
  /** Total transfer size of the published files, in bytes. */
  bytes: number
}

export interface BuildOptions {
  content: Content
  /** Text of each content file by name, used to locate the source of problems on pages. */
  texts?: FileTexts
  /** The output folder; published files are written to its `site` folder. */
  out: string
  /**
   * Compression effort. By default, `best` for small sites and `quick` for large ones. `none`, meant for drafts,
   * creates neither compressed copies nor share images.
   */
  effort?: CompressionEffort | undefined
  /** Whether the build contains content that is not published, so that search engines must not list it. */
  isPreview?: boolean
  /** The site's studio, for the configuration of the web server. */
  studio?: StudioServer | undefined
  onProgress?: (phase: 'compile' | 'render' | 'draw' | 'compress', done: number, total: number) => void
}

/**
 * Builds the published folder from the content. Renders a page only if the bundle, the page's view or the site view has
 * changed.
 * @throws UnpublishableError if a page contains unintended text; Failure if another build is running; Error if a
 * page fails to render or a route's file is missing
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const release = await lockOutput(options.out)
  const output = openOutput(options.out)
  try {
    return await writeBuild(output, options)
  } catch (error) {
    output.abandon()
    throw toSystemFailure(error, options.out) ?? error
  } finally {
    release()
  }
}

async function writeBuild(
  output: Output,
  { content, texts = new Map(), out, effort, isPreview, studio, onProgress }: BuildOptions,
) {
  const folders = getOutputFolders(out)
  const compiling = () => onProgress?.('compile', 0, 1)
  const [bundle, relay] = await Promise.all([ensureBundle('components', compiling), ensureBundle('relay', compiling)])
  const incomplete = [...listIncompleteParts(), ...(await listBrokenParts(bundle))]
  if (incomplete.length > 0) throw new UnpublishableError(incomplete)
  const client = readClientFiles(bundle)
  const fonts = createFontFinder(client.css, content.site.theme)
  const versions = listLanguageVersions(content)
  const files: string[] = []
  const cards: ShareCard[] = []
  const changes = versions.map(({ content, pages }) => {
    const site = createSiteView(content)
    const siteText = JSON.stringify(site)
    const siteHash = hash(siteText)
    fonts.add(siteText)
    const changed: ChangedPage[] = []
    for (const make of pages.values()) {
      const made = make()
      const page = isPreview ? { ...made, meta: { ...made.meta, index: false } } : made
      const { htmlFile, card, view, meta } = page
      const pageText = JSON.stringify([view, meta])
      const key = hash(bundle.id, siteHash, pageText)
      fonts.add(pageText)
      if (!output.keep(htmlFile, key)) changed.push({ page, key })
      if (card && effort !== 'none') cards.push(card)
      files.push(htmlFile)
    }
    return { site, changed }
  })
  const clientFiles = client.files.filter((file) => !file.endsWith('.woff2') || fonts.files.has(`/${file}`))
  if (content.site.measurement.length > 0) clientFiles.push(client.measurement)
  // These names contain a hash of the content, so they serve as keys.
  const newFiles = clientFiles.filter((file) => !output.keep(file, file))
  const writeNewFiles = () =>
    forEachLimited(newFiles, CONCURRENCY, (file) =>
      output.write(file, file, readFileSync(path.join(client.folder, file)), 'best'),
    )
  const changed = changes.reduce((sum, version) => sum + version.changed.length, 0)
  output.compressWith(effort ?? chooseCompressionEffort(changed))

  const problems: Problem[] = []
  const failed = new AbortController()
  const isLiteral = createLiteralMarkTest(content)
  const isPublishable = (found: readonly PageProblem[], page: string, home: string) => {
    // Ignore warnings, because the content checks have already reported them.
    const errors = found.filter((problem) => problem.severity !== 'warning' && !isLiteral(problem))
    problems.push(...errors.map((problem) => locatePageProblem(problem, page, home, texts)))
    return errors.length === 0
  }
  const put = async ({ page, key }: ChangedPage, { html, problems: found, error }: PageOutput) => {
    if (error) problems.push(...listPageErrors(error, page))
    else if (isPublishable(found, page.path, page.file)) await output.write(page.htmlFile, key, html)
    if (problems.length > 0) failed.abort()
  }
  let isRendered = false
  const renderChanged = async () => {
    let earlier = 0
    for (const { site, changed: pages } of changes) {
      const done = (pages: number) => onProgress?.('render', earlier + pages, changed)
      if (pages.length > 0) await renderPages({ bundle, site }, pages, put, done)
      earlier += pages.length
    }
    isRendered = true
  }
  const writeTextFiles = () =>
    forEachLimited(renderTextFiles(versions), CONCURRENCY, async ({ file, text }) => {
      const key = hash(text)
      // A file that has not changed has passed the check.
      if (output.keep(file, key)) return
      if (file.endsWith('.xml')) {
        const { checkXml } = await import('../rules/page/check-xml.ts')
        if (!isPublishable(checkXml(file, text), `/${file}`, siteFileOf(content))) return
      }
      await output.write(file, key, text)
    })
  let images: WrittenImages = { drawn: 0, missingLetters: [] }
  const drawImages = async () => {
    const done = (drawn: number, total: number) => isRendered && onProgress?.('draw', drawn, total)
    images = await writeShareImages(cards, content.site, output, { signal: failed.signal, onProgress: done })
  }
  // The other cores compress and draw while the main thread renders.
  const stages = [writeNewFiles, writeTextFiles, renderChanged, drawImages]
  await forEachLimited(stages, stages.length, async (stage) => {
    await stage().catch((error: unknown) => {
      failed.abort()
      throw error
    })
  })

  for (const { routes, content } of versions)
    for (const [file, render] of listMarkdownCopies(routes, content)) await output.put(file, await render())
  if (problems.length > 0) throw new UnpublishableError(withoutDuplicates(problems))

  await writeIcons(content, output)
  await writeImages({ images: versions.flatMap(({ content }) => content.images) }, output)
  for (const { url, file } of content.documents) await output.put(url.slice(1), readFileSync(file))
  await writeLicenses(client, output)
  const rules = createHeaderRules(content, isPreview)
  await output.put('_headers', formatHeadersFile(rules))
  const { upstream } = content.site.relay
  const homes = content.translations.map(({ home }) => home)
  const redirects = formatRedirectsFile(content.redirects, upstream, homes)
  if (redirects !== '') await output.put('_redirects', redirects)
  writeHosting(folders.hosting, rules, content, studio)
  writeRelay(folders.relay, relay, content)

  const finished = await output.finish(effort, (done, total) => onProgress?.('compress', done, total))
  const expected = [...files, ...cards.map(({ image }) => image)]
  const missing = expected.filter((file) => !existsSync(path.join(folders.site, file)))
  // An incomplete build must not look successful.
  if (missing.length > 0) throw new Error(`the build is missing ${missing.join(', ')}`)
  const bytes = Object.values(finished.files).reduce((sum, file) => sum + file.bytes, 0)
  return {
    pages: versions.reduce((sum, { pages }) => sum + pages.size, 0),
    errorPages: STATUS_PAGE_CODES.length,
    rendered: changed,
    ...images,
    files: Object.keys(finished.files).length,
    written: finished.written,
    effort: finished.effort,
    bytes,
  }
}

/** Thrown if pages contain unintended text. The output folder keeps the previous versions of these pages. */
export class UnpublishableError extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  }
}

/** Removes duplicates, because a problem in a shared part such as the footer appears on many pages. */
function withoutDuplicates(problems: readonly Problem[]): Problem[] {
  const key = ({ rule, file, line, column, found, message }: Problem) =>
    [rule, file, line, column, found ?? message].join('\n')
  return [...new Map(problems.map((problem) => [key(problem), problem])).values()]
}
