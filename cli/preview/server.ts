import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import type { Redirect } from '@northshelf/site/collections/redirects.ts'
import sirv from 'sirv'
import {
  ALLOWED_METHODS,
  findContentType,
  getErrorHeaders,
  getTransportSecurityHeader,
  type HeaderRule,
  resolveHeaders,
} from '../build/headers.ts'
import { buildRedirectLocation, findRedirect } from '../build/hosting/redirects.ts'
import { formatProblemBody, PROBLEM_CONTENT_TYPE } from '../build/hosting/server-values.ts'
import { HEADERS_FILE, REDIRECTS_FILE } from '../build/hosting/write-hosting.ts'
import { findCleanAddress, isHiddenPath, mergeSlashes, parseRequestTarget } from '../content/served-addresses.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { getOutputFolders } from '../paths.ts'
import { findHolder } from './holder.ts'
import { proxyToRelay } from './relay-proxy.ts'

export const RELAY_PATH_PATTERN = /^\/(?:functions\/v1|inbox|thanks|attachments)(?:\/|$)/

const HTML = 'text/html; charset=utf-8'

/**
 * Serves the published folder like a production host: headers, precompressed files, clean URLs and 404 status. If a
 * relay is running, forms submit to the same paths as in production, where the site and the relay share a host name.
 * @param relay returns the relay's URL; undefined while it is not running
 */
export function createPreviewServer(out: string, relay?: () => string | undefined): Server {
  const { site, hosting } = getOutputFolders(path.resolve(out))
  const rulesFile = path.join(hosting, HEADERS_FILE)
  if (!existsSync(rulesFile))
    throw new Failure(`There is no site in ${site}. Run "npm run site -- build" first.`, exitCodes.cannotRun)
  const files = sirv(site, {
    dev: true,
    extensions: ['html'],
    brotli: true,
    gzip: true,
    dotfiles: true,
    etag: true,
    // The `dev` option, and reading the rules on every request, make new builds available without a restart.
  })
  const statusPage = (status: number, home = '') => {
    const file = [home, ''].map((folder) => path.join(site, folder, `${status}.html`)).find((name) => existsSync(name))
    return file ? readFileSync(file) : `${status}\n`
  }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const target = parseRequestTarget(request.url)
    const { search } = target
    const pathname = mergeSlashes(target.pathname)
    const rules = JSON.parse(readFileSync(rulesFile, 'utf8')) as HeaderRule[]
    const refuse = (status: number, type: string, body: Uint8Array | string, more: Record<string, string> = {}) => {
      // Remove the headers of the file that does not exist.
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      setHeaders(response, { ...getErrorHeaders(rules), ...more })
      response.writeHead(status, { 'content-type': type })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    // The translations of a site have error pages of their own.
    const [, home = ''] = /^\/([\w-]+)(?:\/|$)/.exec(pathname) ?? []
    const missing = () => refuse(404, HTML, statusPage(404, home))
    const down = () =>
      request.headers.accept?.includes('text/html')
        ? refuse(502, HTML, statusPage(502))
        : refuse(502, PROBLEM_CONTENT_TYPE, formatProblemBody(502))
    setHeaders(response, getTransportSecurityHeader(rules))
    if (relay && RELAY_PATH_PATTERN.test(pathname)) {
      const address = relay()
      return address ? proxyToRelay(request, response, address, down) : down()
    }
    if (!ALLOWED_METHODS.includes(request.method ?? ''))
      return refuse(405, 'text/plain', 'Method not allowed\n', { Allow: ALLOWED_METHODS.join(', ') })
    if (isHiddenPath(pathname)) return missing()
    const clean = findCleanAddress(target.pathname, search)
    const moved = readMoved(path.join(hosting, REDIRECTS_FILE), pathname)
    // For redirects, use only the rule for all paths, because the rules for files would cache a redirect for a year.
    setHeaders(response, resolveHeaders(clean || moved ? rules.slice(0, 1) : rules, pathname))
    if (clean) return void response.writeHead(308, { location: clean }).end()
    if (moved) return void response.writeHead(moved.status, { location: buildRedirectLocation(moved, search) }).end()
    const type = pathname.endsWith('.ico') ? 'image/x-icon' : findContentType(pathname)
    if (type) response.setHeader('Content-Type', type)
    return files(request, response, missing)
  }
  return createServer((request, response) => {
    // sirv does not handle errors from files that it streams.
    response.on('pipe', (source) => source.on('error', () => response.destroy()))
    try {
      return answer(request, response)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL') return response.writeHead(400).end()
      // The output folder may be moved or replaced while it is served.
      const text = `${(error as Error).message}\n${path.resolve(out)} may be incomplete. Run "npm run site -- build".\n`
      return response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
    }
  })
}

function readMoved(file: string, pathname: string): Redirect | undefined {
  // Builds created by older versions do not contain this file.
  if (!existsSync(file)) return undefined
  return findRedirect(JSON.parse(readFileSync(file, 'utf8')) as Redirect[], pathname)
}

export function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/**
 * Starts listening and returns the port.
 * @param relayData data folder of the relay, which names the process that may be using the port
 * @param variable environment variable that sets the port
 * @throws Failure if the port is in use or not permitted
 */
export function listen(server: Server, host: string, port: number, relayData?: string, variable = 'PORT') {
  return new Promise<number>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const holder = relayData && findHolder(relayData)
      const help = holder
        ? `Process ${holder} (site dev, preview or start) may be using it: stop it with "kill ${holder}"`
        : 'Stop the program that uses it'
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is already in use. ${help}, or choose another port: ${variable}=${port + 1}`
          : `Cannot listen on ${host}:${port}: ${error.message}`
      reject(new Failure(reason, exitCodes.cannotRun))
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
