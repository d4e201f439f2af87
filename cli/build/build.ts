import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '../../src/collections/content.ts'
import { listRoutes } from '../../src/routes.ts'
import { createSiteView } from '../../src/site/views.ts'
import { hash } from '../cache.mjs'
import type { Problem } from '../content/problem.ts'
import { outputFolders } from '../paths.ts'
import type { Fault } from '../rendered/fault.ts'
import { checkPage } from '../rendered/rules.ts'
import { type Texts, trace } from '../rendered/trace.ts'
import { checkXml } from '../rendered/well-formed.ts'
import { ensureBundle } from './bundle.mjs'
import { readClientFiles } from './client-files.ts'
import { writeIcons } from './files/icons.ts'
import { listTexts } from './files/list-texts.ts'
import { listFonts } from './fonts.ts'
import { headerRules, headersFile } from './headers.ts'
import { writeHosting } from './hosting/write-hosting.ts'
import { writeImages } from './images.ts'
import { writeLicenses } from './licenses.ts'
import { openOutput } from './output.ts'
import { createStyleWriter } from './page-styles.ts'
import { listPageFiles, type PageFile, siteFile as siteFileOf } from './pages.ts'
import { forEachLimited } from './pool.ts'
import { writeRelay } from './relay.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { createShareWriter } from './share/share-images.ts'

export interface BuildResult {
  pages: number
  rendered: number
  /** Pictures for shared links that had to be drawn; the others were kept. */
  drawn: number
  files: number
  written: number
  /** Bytes on the wire of everything published. */
  bytes: number
}

export interface BuildOptions {
  content: Content
  /** Texts of the content files by name, to tell where in them a fault of a page comes from. */
  texts?: Texts
  /** The output folder; the published files go to `site` below it. */
  out: string
  onProgress?: (phase: 'compile' | 'render', done: number, total: number) => void
}

/** How many pages are in the works at once: enough to compress on every core while the next one renders. */
const AT_ONCE = 8

/**
 * Content → the published folder. A page is rendered again only when its bundle, its view or what
 * surrounds it has changed.
 * @throws Unpublishable when a page shows what nobody meant; another error when one fails to render, or when a route
 * ends up without its file
 */
export async function buildSite({ content, texts = new Map(), out, onProgress }: BuildOptions): Promise<BuildResult> {
  const folders = outputFolders(out)
  const compiling = () => onProgress?.('compile', 0, 1)
  const [bundle, relay] = await Promise.all([ensureBundle('components', compiling), ensureBundle('relay', compiling)])
  const client = readClientFiles(bundle)
  const output = openOutput(folders.site)
  for (const file of client.files) await output.copy(file, path.join(client.folder, file))

  const site = createSiteView(content)
  const siteHash = hash(JSON.stringify(site))
  const routes = listRoutes(content)
  const pages = listPageFiles(routes, content)
  const style = createStyleWriter(client, output)
  const share = createShareWriter(content.site, output)
  let renderer: Promise<Renderer> | undefined
  let rendered = 0
  const problems: Problem[] = []
  const isFit = (faults: readonly Fault[], page: string, home: string) => {
    // What is only a warning has been told of the content.
    const errors = faults.filter(({ severity }) => severity !== 'warning')
    const found = errors.flatMap((fault) => trace(fault, page, home, texts) ?? [])
    problems.push(...found)
    return found.length === 0
  }
  await forEachLimited(pages, AT_ONCE, async (page, index) => {
    const key = hash(bundle.id, siteHash, JSON.stringify([page.view, page.meta]))
    const kept = output.keep(page.html, key)
    const keptData = !page.data || output.keep(page.data, key)
    if (!kept || !keptData) {
      renderer ??= createRenderer(bundle)
      const shared = { site, build: bundle.id, fonts: listFonts(client.css) }
      const made = await (await renderer)({ ...shared, view: page.view, meta: page.meta })
      rendered += 1
      if (isFit(checkPage(made.html), page.path, page.file)) {
        const { html, styles } = await style(made.html, made.page)
        await output.write(page.html, key, html, [styles])
        const data = JSON.stringify({ build: bundle.id, page: { ...made.page, styles: `/${styles}` } })
        if (page.data) await output.write(page.data, key, data, [styles])
      }
    }
    if (page.card) await share.write(page.card)
    onProgress?.('render', index + 1, pages.length)
  })

  for (const { file, text } of listTexts(routes, content))
    if (!file.endsWith('.xml') || isFit(checkXml(file, text), `/${file}`, siteFileOf(content)))
      await output.put(file, text)
  if (problems.length > 0) {
    output.abandon()
    throw new Unpublishable(withoutEchoes(problems))
  }
  await writeIcons(content, output)
  await writeImages(content, output)
  await writeLicenses(bundle, client.files.find((file) => file.endsWith('.woff2')) ?? '', output)
  const rules = headerRules(content.site)
  await output.put('_headers', headersFile(rules))
  writeHosting(folders.hosting, rules, content)
  writeRelay(folders.relay, relay, content)

  const { written, files } = output.finish()
  assertComplete(folders.site, pages)
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  return { pages: pages.length, rendered, drawn: share.drawn(), files: Object.keys(files).length, written, bytes }
}

/** Pages that are not written, because they would show what nobody meant. The folder has what it had of them. */
export class Unpublishable extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  }
}

/** What stands in one place, such as the footer, shows on many pages and is told of one. */
function withoutEchoes(problems: readonly Problem[]): Problem[] {
  const key = ({ rule, file, line, column, found, message }: Problem) =>
    [rule, file, line, column, found ?? message].join('\n')
  return [...new Map(problems.map((problem) => [key(problem), problem])).values()]
}

/** A build that misses a route must not look like one that worked. */
export function assertComplete(folder: string, pages: readonly PageFile[]): void {
  const missing = pages
    .flatMap((page) => [page.html, ...(page.data ? [page.data] : []), ...(page.card ? [page.card.image] : [])])
    .filter((file) => !existsSync(path.join(folder, file)))
  if (missing.length > 0) throw new Error(`the build is missing ${missing.join(', ')}`)
}
