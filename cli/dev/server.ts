import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import path from 'node:path'
import type { ClientPage } from '../../src/content/view.ts'
import { forward } from '../preview/forward.ts'
import { cleanAddress, RELAY, setAll } from '../preview/server.ts'
import type { Components } from './components.ts'
import type { LiveSite } from './live-site.ts'
import { devHeaders, renderPage, waitingPage } from './render-page.ts'

/** Where browsers ask for the state, and for the page that they have open. */
export const STATE = '/@dev/state'
export const PAGE = '/@dev/page'
/** What Vite serves; everything else of the project stays unseen. */
const MODULES = /^\/(?:@vite|@id|@fs|@react-refresh|src|cli\/dev\/browser|node_modules)(?:\/|$)/

const HTML = 'text/html; charset=utf-8'
const types: Record<string, string> = {
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** What an open page is brought up to date with. */
export interface OpenPage {
  build: string
  page: ClientPage
  head: string
  siteAddress: string
}

interface AnswerOptions {
  live: LiveSite
  components: Components
  /** The relay beside it. @returns undefined when there is none, or when it does not run */
  relay: () => Promise<string | undefined>
}

/** Serves the site as it is at this moment, with the addresses, headers and statuses of production. */
export function createAnswer({ live, components, relay }: AnswerOptions): RequestListener {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://dev')
    if (RELAY.test(pathname)) {
      const address = await relay()
      if (address) return forward(request, response, address)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Method not allowed\n')
    if (MODULES.test(pathname)) return components.middleware(request, response, () => response.writeHead(404).end())
    const send = (status: number, type: string, body: string | Uint8Array) =>
      response.writeHead(status, { 'content-type': type }).end(request.method === 'HEAD' ? undefined : body)
    const sendJson = (status: number, value: unknown) => send(status, 'application/json', JSON.stringify(value))

    setAll(response, { 'cache-control': 'no-cache' })
    if (pathname === STATE) return sendJson(200, live.state())
    const current = live.current()
    if (!current) return send(503, HTML, waitingPage())
    const { edition } = current
    const clean = cleanAddress(pathname, search)
    if (clean) return response.writeHead(308, { location: clean }).end()
    setAll(response, devHeaders(current, pathname, request.headers.host))
    if (pathname === PAGE) {
      const wanted = searchParams.get('path') ?? '/'
      const { html, data } = await renderPage(current, edition.page(wanted) ?? edition.notFound())
      const head = html.slice(html.indexOf('<head>'), html.indexOf('</head>'))
      return sendJson(200, { ...data, head, siteAddress: edition.siteAddress } satisfies OpenPage)
    }
    if (pathname === edition.siteAddress) return send(200, 'application/json', edition.siteText)
    const data = /^\/data(\/.+)\.json$/.exec(pathname)?.[1]
    const asked = data === '/index' ? '/' : data
    const page = edition.page(decodeURI(asked ?? pathname))
    if (page && asked) return sendJson(200, (await renderPage(current, page)).data)
    const file = page ? undefined : await edition.file(pathname.slice(1))
    if (file !== undefined) return send(200, types[path.extname(pathname)] ?? 'application/octet-stream', file)
    const rendered = await renderPage(current, page ?? edition.notFound())
    setAll(response, devHeaders(current, pathname, request.headers.host, rendered.styleHash))
    return send(page ? 200 : 404, HTML, rendered.html)
  }
  return (request, response) =>
    void answer(request, response).catch((error: unknown) => {
      live.fail(error)
      if (response.headersSent) return response.destroy()
      return response.writeHead(500, { 'content-type': HTML }).end(waitingPage())
    })
}
