import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import type { Redirect } from '@northshelf/site/collections/redirects.ts'
import sirv from 'sirv'
import {
  type HeaderRule,
  headersFor,
  headersForMissing,
  METHODS,
  transportSecurityOf,
  typeOf,
} from '../build/headers.ts'
import { findRedirect, locationWith } from '../build/hosting/redirects.ts'
import { problemBody, problemType } from '../build/hosting/relay-proxy.ts'
import { HEADERS_FILE, REDIRECTS_FILE } from '../build/hosting/write-hosting.ts'
import { cleanAddress, isHidden, mergeSlashes, parseTarget } from '../content/served-addresses.ts'
import { exit, Failure } from '../diagnostics/failure.ts'
import { outputFolders } from '../paths.ts'
import { forward } from './forward.ts'

/** Matches paths that the relay serves. */
export const RELAY = /^\/(?:functions\/v1|inbox|thanks|attachments)(?:\/|$)/

const HTML = 'text/html; charset=utf-8'

/**
 * Serves the published folder like a production host: headers, precompressed files, clean addresses and 404 status.
 * With a relay, forms post to the same paths as in production when site and relay share a host name.
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
    // The `dev` option, and reading the rules on every request, make new builds available without a restart.
  })
  const statusPage = (status: number) => {
    const file = path.join(site, `${status}.html`)
    return existsSync(file) ? readFileSync(file) : `${status}\n`
  }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const target = parseTarget(request.url)
    const { search } = target
    const pathname = mergeSlashes(target.pathname)
    const address = RELAY.test(pathname) ? relay() : undefined
    const rules = readRules(rulesFile)
    const refuse = (status: number, type: string, body: Uint8Array | string, more: Record<string, string> = {}) => {
      setAll(response, { ...headersForMissing(rules), ...more })
      response.writeHead(status, { 'content-type': type })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    const missing = () => refuse(404, HTML, statusPage(404))
    const down = () =>
      request.headers.accept?.includes('text/html')
        ? refuse(502, HTML, statusPage(502))
        : refuse(502, problemType, problemBody(502))
    setAll(response, transportSecurityOf(rules))
    if (address) return forward(request, response, address, down)
    if (!METHODS.includes(request.method ?? ''))
      return refuse(405, 'text/plain', 'Method not allowed\n', { Allow: METHODS.join(', ') })
    if (isHidden(pathname)) return missing()
    const clean = cleanAddress(target.pathname, search)
    const moved = readMoved(path.join(hosting, REDIRECTS_FILE), pathname)
    // Rules for specific paths apply only to files, because a redirect must not be cached for a year.
    setAll(response, headersFor(clean || moved ? rules.slice(0, 1) : rules, pathname))
    if (clean) return void response.writeHead(308, { location: clean }).end()
    if (moved) return void response.writeHead(moved.status, { location: locationWith(moved, search) }).end()
    const type = pathname.endsWith('.ico') ? 'image/x-icon' : typeOf(pathname)
    if (type) response.setHeader('Content-Type', type)
    return files(request, response, missing)
  }
  return createServer((request, response) => {
    // sirv does not handle errors of the files that it streams.
    response.on('pipe', (source) => source.on('error', () => response.destroy()))
    try {
      return answer(request, response)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL') return response.writeHead(400).end()
      // The output folder may be moved or replaced while it is served.
      const text = `${(error as Error).message}\nIs ${path.resolve(out)} complete? Run "npm run site -- build".\n`
      return response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
    }
  })
}

function readRules(file: string): HeaderRule[] {
  return JSON.parse(readFileSync(file, 'utf8')) as HeaderRule[]
}

function readMoved(file: string, pathname: string): Redirect | undefined {
  // Builds created by older versions do not contain this file.
  if (!existsSync(file)) return undefined
  return findRedirect(JSON.parse(readFileSync(file, 'utf8')) as Redirect[], pathname)
}

export function setAll(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** Starts listening and returns the port. @throws Failure if the port is in use or not permitted */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1}`
          : `Cannot listen on ${host}:${port}: ${error.message}`
      reject(new Failure(reason, exit.cannotRun))
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
