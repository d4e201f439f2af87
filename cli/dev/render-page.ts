import type { ClientPage } from '@northshelf/site/sections/view.ts'
import { accentSheet } from '@northshelf/site/theme/tokens.ts'
import { headerRules, headersFor } from '../build/headers.ts'
import type { PageFile } from '../build/pages.ts'
import { placeStyles } from '../build/select-styles.ts'
import type { Scheduled } from '../content/schedule.ts'
import { type Modules, STYLESHEET } from './components.ts'
import type { Snapshot } from './snapshot.ts'

/** All that the pages are made of. */
export interface Current {
  modules: Modules
  snapshot: Snapshot
  /** What of the content is not just there. */
  schedule: readonly Scheduled[]
  /** Counts what pages may show. */
  version: number
  /** Address of the editor's module; undefined if pages cannot be edited. */
  editor: string | undefined
}

export interface RenderedPage {
  html: string
  /** As under `/data` in production. */
  data: { build: string; page: ClientPage }
}

/** The dev server is one build: page data stays good while it runs, because open pages are told of what changes. */
const build = 'dev'
const scripts =
  '<script type="module" src="/cli/dev/browser/client.ts"></script><script type="module" src="/src/vike/+client.ts"></script>'

/** The document of production with the scripts of the dev server instead of the built ones. */
export async function renderPage(
  { modules, snapshot, version, editor }: Current,
  { view, meta, file }: PageFile,
): Promise<RenderedPage> {
  const { fonts, document, style } = modules
  const render = document.createDocumentRenderer({ site: snapshot.site, build, fonts, scripts })
  const made = await render({ view, meta })
  const inlined = style.stylesOf(made.html).inlined + accentSheet(snapshot.site.accent)
  return {
    // The rest of them is the whole: another component may have any class.
    html: placeStyles(made.html, inlined, STYLESHEET).replace(
      '</head>',
      `<meta name="version" content="${version}">${editor ? `<meta name="file" content="${file}"><meta name="editor" content="${editor}">` : ''}</head>`,
    ),
    data: { build, page: made.page },
  }
}

/** The same with marks in what visitors read, that say where it comes from; its head has none. */
export function renderMarked(current: Current, path: string): Promise<RenderedPage> {
  const { snapshot } = current
  const marked = snapshot.marked()
  const plain = snapshot.page(path) ?? snapshot.notFound()
  const { view } = marked.page(path) ?? marked.notFound()
  return renderPage({ ...current, snapshot: marked }, { ...plain, view })
}

/** What stands under the diagnostics while there is no page to show. It loads anew when there is another version. */
export function waitingPage(version: number): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>site dev</title><meta name="version" content="${version}"></head><body>${scripts.slice(0, scripts.indexOf('</script>') + 9)}</body></html>`
}

/** The headers of production. Its policy lets in the connection over which a page is told of changes, and what waits for it to come back. */
export function devHeaders({ snapshot }: Current, pathname: string, host = ''): Record<string, string> {
  const headers = headersFor(headerRules(snapshot.content.site), pathname)
  const policy = headers['Content-Security-Policy'] ?? ''
  return {
    ...headers,
    'Content-Security-Policy': policy
      .replace("connect-src 'self'", `connect-src 'self' ws://${host}`)
      .replace("worker-src 'none'", 'worker-src blob:'),
    // Nothing here has a name that changes with its content.
    'Cache-Control': 'no-cache',
  }
}
