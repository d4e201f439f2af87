import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import path from 'node:path'
import { findContentType, MARKDOWN_TYPE } from '../build/headers.ts'
import { buildRedirectLocation, findRedirect } from '../build/hosting/redirects.ts'
import type { PlannedPage } from '../build/pages.ts'
import { findCleanAddress, parseRequestTarget } from '../content/served-addresses.ts'
import { reportInternalError } from '../diagnostics/failure.ts'
import { answerRelayDown, proxyToRelay } from '../preview/relay-proxy.ts'
import { RELAY_PATH_PATTERN, setHeaders } from '../preview/server.ts'
import type { ComponentServer } from './components.ts'
import type { LiveSite } from './live-site.ts'
import {
  type PageUpdate,
  type RenderContext,
  renderMarkedPage,
  renderPage,
  renderWaitingPage,
  type UnsavedPreview,
} from './render-page.ts'
import type { Snapshot } from './snapshot.ts'
import { renderUnpublishedStyles } from './unpublished.ts'

const HTML = 'text/html; charset=utf-8'
const types: Record<string, string> = {
  '.xml': 'application/xml',
  '.md': MARKDOWN_TYPE,
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
}

interface Answer {
  status: number
  type: string
  body: string | Uint8Array
}

export interface EditRequestHandler {
  /** Path prefix of the requests. */
  path: string
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>
}

interface HandlerOptions {
  live: Pick<LiveSite, 'current' | 'fail'>
  /** Serves sources; undefined if another handler serves the files that pages load. */
  components?: Pick<ComponentServer, 'serves' | 'middleware'>
  /** URL of the script that updates pages, for the page that is shown until the site is valid. */
  scriptUrl: string
  /** Returns the headers of a response. */
  headers(current: RenderContext, pathname: string, host: string | undefined): Record<string, string>
  /** Returns the relay's URL; undefined if the relay is not running. Not set if the site is served without a relay. */
  relay?: (() => Promise<string | undefined>) | undefined
  edits: EditRequestHandler
  unsaved: UnsavedPreview
}

/** Serves the current site with the same URLs, headers and statuses as production. */
export function createRequestHandler(options: HandlerOptions): RequestListener {
  const { live, components, scriptUrl, headers, relay, edits, unsaved } = options
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const url = parseRequestTarget(request.url)
    const { pathname, search } = url
    if (relay && RELAY_PATH_PATTERN.test(pathname)) {
      const address = await relay()
      if (address) return proxyToRelay(request, response, address)
      // Without valid content, there are no forms yet, and the page below shows the problems.
      if (live.current()) return answerRelayDown(response)
    }
    if (pathname.startsWith(edits.path)) return edits.handle(request, response, url)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Method not allowed\n')
    if (components?.serves(pathname))
      return components.middleware(request, response, () => response.writeHead(404).end())
    const clean = findCleanAddress(pathname, search)
    if (clean) return response.writeHead(308, { location: clean }).end()

    const current = live.current()
    const moved = current && findRedirect(current.snapshot.content.redirects, pathname)
    if (moved) return response.writeHead(moved.status, { location: buildRedirectLocation(moved, search) }).end()
    const { status, type, body } = current
      ? await answerFrom(current, url, unsaved).catch((error: unknown) => {
          live.fail(error, current.version)
          return { status: 500, type: HTML, body: renderWaitingPage(current.version, scriptUrl) }
        })
      : { status: 503, type: HTML, body: renderWaitingPage(0, scriptUrl) }
    if (current) setHeaders(response, headers(current, pathname, request.headers.host))
    return response.writeHead(status, { 'content-type': type }).end(request.method === 'HEAD' ? undefined : body)
  }
  return (request, response) =>
    void answer(request, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy()
      return response.writeHead(500, { 'content-type': 'text/plain' }).end(`${reportInternalError(error)}\n`)
    })
}

/** @throws Error if the page cannot be rendered */
async function answerFrom(current: RenderContext, url: URL, unsaved: UnsavedPreview): Promise<Answer> {
  const { pathname, searchParams } = url
  const { snapshot, schedule } = current
  if (pathname === '/@dev/unpublished.css')
    return { status: 200, type: 'text/css', body: renderUnpublishedStyles(snapshot, schedule) }
  const render = (page: PlannedPage | undefined) => renderPage(current, page ?? snapshot.notFound())
  if (pathname === '/@dev/page') {
    const path = searchParams.get('path') ?? '/'
    const html = await (searchParams.has('marked') ? renderMarkedPage(current, path) : render(snapshot.page(path)))
    return json({ html, near: nearestPage(snapshot, path) } satisfies PageUpdate)
  }
  const page = snapshot.page(pathname)
  const name = pathname.slice(1)
  const file = page ? undefined : ((await snapshot.file(name)) ?? (await unsaved.file(name)))
  if (file !== undefined) {
    const type = findContentType(pathname) ?? types[path.extname(pathname)] ?? 'application/octet-stream'
    return { status: 200, type, body: file }
  }
  return { status: page ? 200 : 404, type: HTML, body: await render(page) }
}

/** Returns the URL to open instead of a missing page: its redirect target, or the nearest parent page. */
function nearestPage(snapshot: Snapshot, path: string): string | undefined {
  if (snapshot.page(path)) return undefined
  const moved = snapshot.content.redirects.find(({ from, to }) => from === path && to.startsWith('/'))
  if (moved) return moved.to
  for (let at = path; at !== ''; ) {
    at = at.slice(0, Math.max(0, at.lastIndexOf('/')))
    if (snapshot.page(at || '/')) return at || '/'
  }
  return undefined
}

function json(value: unknown): Answer {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) }
}
