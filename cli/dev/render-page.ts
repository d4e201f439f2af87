import type { Content } from '@northshelf/site/collections/content.ts'
import { createPortraitStylesheet } from '@northshelf/site/drawings/portrait/theme-styles.ts'
import { createThemeStylesheet } from '@northshelf/site/theme/theme.ts'
import { createHeaderRules, resolveHeaders } from '../build/headers.ts'
import type { PlannedPage } from '../build/pages.ts'
import { listFonts } from '../build/select-fonts.ts'
import { insertStyles } from '../build/select-styles.ts'
import type { ScheduledEntry } from '../content/schedule.ts'
import type { SiteCode } from './components.ts'
import type { LiveSite } from './live-site.ts'
import type { Snapshot } from './snapshot.ts'

/** Data needed to render pages. */
export interface RenderContext {
  code: SiteCode
  snapshot: Snapshot
  /** Scheduled, draft and expired entries. */
  schedule: readonly ScheduledEntry[]
  version: number
  /** URL of the editor's module; undefined if pages cannot be edited. */
  editor: string | undefined
}

/** The response to a request for a new version of a page. */
export interface PageUpdate {
  /** The complete document. */
  html: string
  /** URL to open if the page no longer exists. */
  near?: string | undefined
}

/** Build id. It never changes, because open pages learn about changes through a connection instead. */
const build = 'dev'
const formatScript = (url: string) => `<script type="module" src="${url}"></script>`

/** Renders the same document as production, but with the scripts that update the page and open the editor. */
export async function renderPage(context: RenderContext, { path, view, meta, file }: PlannedPage): Promise<string> {
  const { code, snapshot, version, editor } = context
  const site = snapshot.siteOf(path)
  const { theme, accent } = site
  const fonts = listFonts(code.styles, theme)
  const languages = snapshot.content.site.languages.join(' ')
  const scripts = formatScript(code.scriptUrl)
  const render = code.document.createDocumentRenderer({ site, build, fonts, scripts })
  const { html } = await render({ view, meta })
  // Link the full stylesheet, because updates may add components with any class.
  const styles = createThemeStylesheet(theme, accent) + createPortraitStylesheet(theme, accent)
  return insertStyles(html, styles, code.stylesheetUrl).replace(
    '</head>',
    `<meta name="version" content="${version}">${editor ? `<meta name="file" content="${file}"><meta name="languages" content="${languages}"><meta name="editor" content="${editor}">` : ''}</head>`,
  )
}

/** Renders a page with marks in its visible text, but not in its head. */
export function renderMarkedPage(current: RenderContext, path: string) {
  const { snapshot } = current
  const marked = snapshot.marked()
  const plain = snapshot.page(path) ?? snapshot.notFound()
  const { view } = marked.page(path) ?? marked.notFound()
  return renderPage({ ...current, snapshot: marked }, { ...plain, view })
}

/** Renders pages from unsaved content. */
export function createUnsavedPreview(live: Pick<LiveSite, 'current' | 'reader'>) {
  let last: Snapshot | undefined
  return {
    /** Renders a page with unsaved content; returns undefined if the content has errors. */
    async render(content: Promise<Content | undefined>, path: string): Promise<PageUpdate | undefined> {
      const current = live.current()
      const made = await content
      if (!current || !made) return undefined
      last = current.code.snapshot.createSnapshot(made, live.reader()?.mark)
      return { html: await renderMarkedPage({ ...current, snapshot: last }, path) }
    },
    /** Returns a file from the last rendered content, such as an image that no saved content uses. */
    file: async (name: string) => last?.file(name),
  }
}
export type UnsavedPreview = ReturnType<typeof createUnsavedPreview>

/** Returns an empty page, which shows problems until a page can be rendered, and then reloads. */
export function renderWaitingPage(version: number, scriptUrl: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Problems</title><meta name="version" content="${version}"></head><body>${formatScript(scriptUrl)}</body></html>`
}

/** Returns the same headers as production, except that the policy allows Vite's WebSocket and worker. */
export function getDevHeaders({ snapshot }: RenderContext, pathname: string, host = ''): Record<string, string> {
  const headers = resolveHeaders(createHeaderRules(snapshot.content), pathname)
  const policy = headers['Content-Security-Policy'] ?? ''
  return {
    ...headers,
    'Content-Security-Policy': policy
      .replace("connect-src 'self'", `connect-src 'self' ws://${host}`)
      .replace(/worker-src [^;]+/, "worker-src 'self' blob:"),
    // On the dev server, file names do not contain a hash of the content.
    'Cache-Control': 'no-cache',
  }
}
