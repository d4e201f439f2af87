import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { webServers } from './web-servers.ts'

interface Ask {
  method?: string
  headers?: Record<string, string>
  /** Size of the body that is sent. */
  bytes?: number
}

/** One request as it is written here: `fetch` would tidy the path. Without a body none is sent, whatever the headers say. */
async function ask(address: string, target: string, { method = 'GET', headers = {}, bytes = 0 }: Ask = {}) {
  const { hostname, port } = new URL(address)
  const call = request({ hostname, port, path: target, method, headers, agent: false })
  if (headers['content-length']) call.flushHeaders()
  else call.end(Buffer.alloc(bytes))
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  const body = await text(answer)
  call.destroy()
  return { status: answer.statusCode, headers: answer.headers, body }
}

type Row = [target: string, ask: Ask, status: number, headers: Record<string, unknown>]

const FORM = '/functions/v1/send-form-submission'
const PAGE = { accept: 'text/html' }
const PASSING = 'public, max-age=0, must-revalidate'

/** Every kind of request, and what must be answered wherever the site is served. */
const table: Row[] = [
  ['/', {}, 200, { 'cache-control': PASSING, 'content-type': expect.stringMatching(/^text\/html; ?charset=utf-8$/i) }],
  ['/about', {}, 200, { 'cache-control': PASSING, 'strict-transport-security': 'max-age=31536000' }],
  ['/about', { method: 'HEAD' }, 200, {}],
  ['/about', { headers: { 'accept-encoding': 'gzip' } }, 200, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }],
  ['/services', {}, 200, {}],
  ['/services/', {}, 308, { location: '/services' }],
  ['/about/?a=b', {}, 308, { location: '/about?a=b' }],
  ['/about///', {}, 308, { location: '/about' }],
  ['//example.com/', {}, 308, { location: '/example.com' }],
  ['/about.html', {}, 308, { location: '/about' }],
  ['/blog/seo-on-a-budget.html?a', {}, 308, { location: '/blog/seo-on-a-budget?a' }],
  ['/index.html', {}, 308, { location: '/' }],
  ['/index', {}, 308, { location: '/' }],
  ['/assets/', {}, 308, { location: '/assets', 'cache-control': PASSING }],
  ['/assets/chunks/x.js/', {}, 308, { location: '/assets/chunks/x.js', 'cache-control': PASSING }],
  ['/a%0d%0ax-evil:1/', {}, 404, { 'x-evil': undefined }],
  ['/nowhere', {}, 404, { 'cache-control': 'no-store' }],
  ['/assets', {}, 404, { 'cache-control': 'no-store' }],
  ['/assets/nothing.js', {}, 404, { 'cache-control': 'no-store' }],
  ['/404', {}, 404, { 'cache-control': 'no-store' }],
  ['/404.html', {}, 404, {}],
  ['/502', {}, 404, {}],
  ['/502.html', {}, 404, {}],
  ['/_headers', {}, 404, {}],
  ['/about.html.br', {}, 404, {}],
  ['/sitemap.xml.gz', {}, 404, {}],
  ['/about', { method: 'POST' }, 405, { allow: 'GET, HEAD', 'cache-control': 'no-store' }],
  ['/nowhere', { method: 'DELETE' }, 405, { allow: 'GET, HEAD' }],
  ['/favicon.ico', {}, 200, { 'content-type': expect.stringContaining('icon') }],
  ['/share/home.png', {}, 200, { 'cross-origin-resource-policy': 'cross-origin' }],
  ['/site.webmanifest', {}, 200, { 'content-type': 'application/manifest+json' }],
  ['/.well-known/security.txt', {}, 200, {}],
  [FORM, { method: 'POST', headers: PAGE }, 502, { 'cache-control': 'no-store' }],
  [FORM, { method: 'POST', headers: PAGE, bytes: 1_500_000 }, 502, { 'cache-control': 'no-store' }],
]

/** Stands where the relay would: says what it was asked for as, and hangs up on posts. */
async function startBehind(): Promise<number> {
  const server = createServer((call, response) => {
    if (call.method === 'POST') return response.destroy()
    return response.end(`${call.headers.host} ${call.headers['x-forwarded-for'] ?? ''}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

describe.each(webServers)('$name', ({ name, installed, serve }) => {
  it.skipIf(!installed)('answers every kind of request as the others do, always with the policy', async () => {
    const out = inject('out')
    const { address, stop } = await serve(out, await startBehind())
    onTestFinished(stop)
    const script = readdirSync(path.join(out, 'site', 'assets', 'entries')).find((file) => file.endsWith('.js'))
    const { etag = '' } = (await ask(address, '/about')).headers
    const rows: Row[] = [
      ...table,
      [`/assets/entries/${script}`, {}, 200, { 'cache-control': 'public, max-age=31536000, immutable' }],
      ['/about', { headers: { 'if-none-match': etag } }, 304, { 'cache-control': PASSING }],
    ]
    const answers = await Promise.all(rows.map(async (row) => ({ row, ...(await ask(address, row[0], row[1])) })))
    const found = answers.map(({ row: [target, how, , wanted], status, headers }) => [
      ...[target, how, status],
      Object.fromEntries(Object.keys(wanted).map((key) => [key, headers[key]])),
      'content-security-policy' in headers,
    ])
    expect(found).toEqual(rows.map((row) => [...row, true]))
    for (const { row, status, body } of answers) if (status === 404) expect(body, row[0]).toContain('</html>')
    // Without scripting this is all that a visitor gets to see.
    for (const { status, body } of answers) if (status === 502) expect(body).toContain('href="mailto:')
    // The relay compares the host with the origin of the page, and both have the port.
    expect((await ask(address, '/thanks/contact')).body).toContain(new URL(address).host)
    if (name !== 'nginx') return
    const large = await ask(address, FORM, { method: 'POST', headers: { 'content-length': String(50 * 1024 ** 2) } })
    expect(large).toMatchObject({ status: 413, body: expect.stringContaining('href="mailto:') })
  })
})
