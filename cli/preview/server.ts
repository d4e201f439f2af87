import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import sirv from 'sirv'
import { type HeaderRule, headersFor, headersForMissing } from '../build/headers.ts'
import { HEADERS_FILE } from '../build/hosting.ts'
import { outputFolders } from '../paths.ts'
import { exit, Failure } from '../report/failure.ts'
import { forward } from './forward.ts'

/** Paths that belong to the relay. */
export const RELAY = /^\/(?:functions\/v1|inbox|thanks|attachments)(?:\/|$)/

/**
 * Serves the published folder as a production host would: headers, prepared compression, clean addresses,
 * 404 status. With a relay, forms are posted to the same address as in production behind one host name.
 */
export function createPreview(out: string, relay: () => string | undefined = () => undefined): Server {
  const { site, hosting } = outputFolders(path.resolve(out))
  const rulesFile = path.join(hosting, HEADERS_FILE)
  if (!existsSync(rulesFile))
    throw new Failure(`There is no site in ${site}. Run "npm run site -- build" first.`, exit.cannotRun)
  const files = sirv(site, {
    dev: true,
    extensions: ['html'],
    brotli: true,
    gzip: true,
    dotfiles: true,
    etag: true,
    // What a build that runs meanwhile writes is served at once; hence dev and the rules read anew.
    setHeaders: (response, pathname) => setAll(response, headersFor(readRules(rulesFile), pathname)),
  })
  return createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://preview')
    const address = RELAY.test(pathname) ? relay() : undefined
    if (address) return forward(request, response, address)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Method not allowed\n')
      return
    }
    const clean = cleanAddress(pathname, search)
    if (clean) return void response.writeHead(308, { location: clean }).end()
    files(request, response, () => {
      setAll(response, headersForMissing(readRules(rulesFile)))
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' })
      response.end(request.method === 'HEAD' ? undefined : readFileSync(path.join(site, '404.html')))
    })
  })
}

/** Where an address with a slash at its end leads; undefined for those without. */
export function cleanAddress(pathname: string, search: string): string | undefined {
  if (pathname.length < 2 || !pathname.endsWith('/')) return undefined
  return pathname.replace(/\/+$/, '').replace(/^\/+/, '/') + search || '/'
}

function readRules(file: string): HeaderRule[] {
  return JSON.parse(readFileSync(file, 'utf8')) as HeaderRule[]
}

export function setAll(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** Starts listening. @throws Failure when the port is taken or not ours to use */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken. Stop what is running there, or choose another: PORT=${port + 1}`
          : `Cannot listen on ${host}:${port}: ${error.message}`
      reject(new Failure(reason, exit.cannotRun))
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
