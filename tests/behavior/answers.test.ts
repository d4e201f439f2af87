import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createHeaderRules } from '../../cli/build/headers.ts'
import { writeHosting } from '../../cli/build/hosting/write-hosting.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { getOutputFolders, projectRoot } from '../../cli/paths.ts'
import type { Redirect } from '../../src/collections/redirects.ts'
import { agency } from '../agency.ts'
import { has, needs } from '../needs.ts'
import { pages } from '../pages.ts'
import { smallPdf } from '../small-pdf.ts'
import { type Answer, type Ask, ask } from './ask.ts'
import { type Answers, tableOfDifferences } from './header-differences.ts'
import { hasIpv6, type RunningServer, webServers } from './web-servers.ts'

type Row = [target: string, ask: Ask, status: number, headers: Record<string, unknown>]

const FORM = '/functions/v1/send-form-submission'
const PAGE = { accept: 'text/html' }
const PASSING = 'public, max-age=0, must-revalidate'

/** Every type of redirect that content can define. */
const redirects: Redirect[] = [
  { from: '/blog/cheap-seo', to: '/blog/seo-on-a-budget', status: 308 },
  { from: '/jobs.php', to: '/careers#positions', status: 308 },
  { from: '/Team/Talk_1', to: 'https://talks.example/watch?v=1&t=2#end', status: 308 },
  { from: '/careers/analyst', to: '/careers', status: 307 },
]

/** Every type of request, with the response that all servers must return. */
const table: Row[] = [
  ['/', {}, 200, { 'cache-control': PASSING, 'content-type': expect.stringMatching(/^text\/html; ?charset=utf-8$/i) }],
  ['/about', {}, 200, { 'cache-control': PASSING, 'strict-transport-security': 'max-age=31536000' }],
  ['/about', { method: 'HEAD' }, 200, {}],
  ['/about', { headers: { 'accept-encoding': 'gzip' } }, 200, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }],
  [
    '/about',
    { headers: { 'accept-encoding': 'gzip, br' } },
    200,
    { 'content-encoding': 'br', vary: 'Accept-Encoding' },
  ],
  ['/services', {}, 200, {}],
  ['/services/', {}, 308, { location: '/services' }],
  ['/about/?a=b', {}, 308, { location: '/about?a=b' }],
  ['/about///', {}, 308, { location: '/about' }],
  ['//example.com/', {}, 308, { location: '/example.com' }],
  ['//about', {}, 308, { location: '/about', 'cache-control': PASSING }],
  ['/blog//seo-on-a-budget?a=//', {}, 308, { location: '/blog/seo-on-a-budget?a=//' }],
  ['//?a', {}, 308, { location: '/?a' }],
  ['//blog/cheap-seo', {}, 308, {}],
  ['/about?to=//example.com', {}, 200, {}],
  ['//%0d%0ax-evil:1', {}, 404, { 'x-evil': undefined }],
  ['/about.html', {}, 308, { location: '/about' }],
  ['/blog/seo-on-a-budget.html?a', {}, 308, { location: '/blog/seo-on-a-budget?a' }],
  ['/index.html', {}, 308, { location: '/' }],
  ['/index', {}, 308, { location: '/' }],
  ['/blog/cheap-seo', {}, 308, { location: '/blog/seo-on-a-budget', 'cache-control': PASSING }],
  ['/blog/cheap-seo', { method: 'HEAD' }, 308, { location: '/blog/seo-on-a-budget' }],
  ['/blog/cheap-seo?a=b&c={host}', {}, 308, { location: '/blog/seo-on-a-budget?a=b&c={host}' }],
  ['/blog/cheap-seo.html?a', {}, 308, { location: '/blog/cheap-seo?a' }],
  ['/blog/Cheap-SEO', {}, 404, {}],
  ['/jobs.php', {}, 308, { location: '/careers#positions' }],
  ['/jobs.php?a=b', {}, 308, { location: '/careers?a=b#positions' }],
  ['/Team/Talk_1?a=b', {}, 308, { location: 'https://talks.example/watch?v=1&t=2#end' }],
  ['/careers/analyst?a=b', {}, 307, { location: '/careers?a=b', 'cache-control': PASSING }],
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
  ['/429.html', {}, 404, {}],
  ['/.unsent', {}, 404, {}],
  ['/_headers', {}, 404, {}],
  ['/_redirects', {}, 404, {}],
  ['/about.html.br', {}, 404, {}],
  ['/sitemap.xml.gz', {}, 404, {}],
  ['/about', { method: 'POST' }, 405, { allow: 'GET, HEAD', 'cache-control': 'no-store' }],
  ['/nowhere', { method: 'DELETE' }, 405, { allow: 'GET, HEAD' }],
  ['/favicon.ico', {}, 200, { 'content-type': expect.stringContaining('icon') }],
  ['/share/home.png', {}, 200, { 'cross-origin-resource-policy': 'cross-origin' }],
  ['/files/rates.pdf', {}, 200, { 'cache-control': PASSING, 'content-type': 'application/pdf' }],
  ['/files/none.pdf', {}, 404, { 'cache-control': 'no-store' }],
  ['/site.webmanifest', {}, 200, { 'content-type': 'application/manifest+json' }],
  ['/blog/feed.xml', {}, 200, { 'content-type': 'application/atom+xml', 'cache-control': PASSING }],
  ['/.well-known/security.txt', {}, 200, {}],
  [FORM, { method: 'POST', headers: PAGE }, 502, { 'cache-control': 'no-store' }],
  [FORM, { method: 'POST', headers: PAGE, body: 'a'.repeat(1_500_000) }, 502, { 'cache-control': 'no-store' }],
  [FORM, { method: 'POST', body: 'a' }, 502, { 'content-type': 'application/problem+json' }],
]

/** Fake relay that returns the Host and X-Forwarded-For headers of each request, and drops the connection on POST. */
let fakeRelay: Server
let posts = 0
const running: Record<string, RunningServer> = {}
const askAt = (name: string, target: string, how?: Ask): Promise<Answer> => ask(addressOf(name), target, how)
const addressOf = (name: string) => running[name]?.address ?? ''
/** Path of a script whose name contains a content hash. */
let script = ''
/** Output folder with the built site and the hosting rules for `redirects`. */
let out = ''

beforeAll(async () => {
  const built = inject('out')
  script = `/assets/entries/${readdirSync(path.join(built, 'site', 'assets', 'entries')).find((file) => file.endsWith('.js'))}`
  fakeRelay = createServer((call, response) => {
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    if (call.method === 'POST') {
      posts += 1
      response.destroy()
    } else response.end(`${call.headers.host} ${call.headers['x-forwarded-for'] ?? ''}`)
  }).listen(0, '127.0.0.1')
  await once(fakeRelay, 'listening')
  const { port } = fakeRelay.address() as AddressInfo
  out = mkdtempSync(path.join(tmpdir(), 'answers-'))
  const { site, hosting } = getOutputFolders(out)
  mkdirSync(path.join(site, 'files'), { recursive: true })
  for (const file of readdirSync(getOutputFolders(built).site))
    symlinkSync(path.join(getOutputFolders(built).site, file), path.join(site, file))
  writeFileSync(path.join(site, 'files', 'rates.pdf'), smallPdf('Rates'))
  const { content } = await loadContent(agency)
  if (!content) throw new Error('the agency has mistakes')
  writeHosting(hosting, createHeaderRules(content), { ...content, redirects })
  for (const { name, needs, serve } of webServers) if (needs.every(has)) running[name] = await serve(out, port)
})
afterAll(async () => {
  for (const { stop } of Object.values(running)) await stop()
  rmSync(out, { recursive: true, force: true })
  fakeRelay?.close()
  fakeRelay?.closeAllConnections()
})

describe.each(webServers)('web server $name', ({ name, needs: all }) => {
  it('returns the expected status and headers for every type of request', needs(...all), async () => {
    const { etag = '' } = (await askAt(name, '/about')).headers
    posts = 0
    const rows: Row[] = [
      ...table,
      [script, {}, 200, { 'cache-control': 'public, max-age=31536000, immutable' }],
      [script, { headers: { range: 'bytes=0-9' } }, 206, { 'content-length': '10' }],
      ['/about', { headers: { 'if-none-match': etag } }, 304, { 'cache-control': PASSING }],
    ]
    const answers = await Promise.all(rows.map(async (row) => ({ row, ...(await askAt(name, row[0], row[1])) })))
    const found = answers.map(({ row: [target, how, , wanted], status, headers }) => [
      ...[target, how, status],
      Object.fromEntries(Object.keys(wanted).map((key) => [key, headers[key]])),
      'content-security-policy' in headers && 'strict-transport-security' in headers,
    ])
    expect(found).toEqual(rows.map((row) => [...row, true]))
    for (const { row, status, body } of answers) if (status === 404) expect(body, row[0]).toContain('</html>')
    // Without JavaScript, visitors see only the body of the 502 response, so it must contain an email link.
    for (const { row, status, body } of answers)
      if (status === 502) expect(body).toContain(row[1].headers ? 'href="mailto:' : '"status":502')
    expect(posts, 'no server retries a POST that the relay may have read').toBe(
      rows.filter(([, , status]) => status === 502).length,
    )
    // The relay compares the Host header with the page's origin, so servers must forward it, including the port.
    expect((await askAt(name, '/thanks/contact')).body).toContain(new URL(addressOf(name)).host)
  })

  it('serves every page exactly as built', needs(...all), async () => {
    for (const page of Object.keys(pages)) {
      const { status, body } = await askAt(name, page)
      const file = path.join(inject('out'), 'site', page === '/' ? 'index.html' : `${page}.html`)
      expect([status, body], page).toEqual([200, readFileSync(file, 'utf8')])
    }
  })
})

const proxies = webServers.filter(({ name }) => name !== 'preview')

describe.each(proxies)('$name as a proxy', ({ name, needs: all }) => {
  it('redirects requests to HTTPS and to the canonical host', needs(...all), async () => {
    const { plain = '', address = '' } = running[name] ?? {}
    const other = { host: 'www.northshelf.example' }
    const about = expect.stringMatching(/^https:\/\/northshelf\.example(?::\d+)?\/about\?a=b$/)
    const secured = 'max-age=31536000'
    expect(await ask(plain, '/about?a=b')).toMatchObject({ status: 308, headers: { location: about } })
    expect((await ask(plain, '/about', { headers: other })).status).toBe(308)
    const moved = await askAt(name, '/about?a=b', { headers: other })
    expect(moved).toMatchObject({ status: 308, headers: { location: about, 'strict-transport-security': secured } })
    const { hostname: servername, port } = new URL(address)
    const session = http2.connect(address, {
      createConnection: () =>
        tls.connect({
          host: '127.0.0.1',
          port: Number(port),
          servername,
          ALPNProtocols: ['h2'],
          rejectUnauthorized: false,
        }),
    })
    const stream = session.request({ ':path': '/about' })
    const [headers] = await once(stream, 'response')
    expect([headers[':status'], session.alpnProtocol]).toEqual([200, 'h2'])
    session.destroy()
  })

  it("returns the site's own error pages with 429 and 503 responses", needs(...all), async () => {
    const shown = expect.stringMatching(/<main[\s\S]*If you sent a form, go back/)
    for (const [target, status] of [
      ['/busy', 429],
      ['/shut', 503],
    ] as const) {
      const answer = await askAt(name, target)
      expect(answer).toMatchObject({ status, body: shown, headers: { 'cache-control': 'no-store' } })
    }
  })
})

it(
  'nginx responds over IPv4 and IPv6, and serves ACME challenges without redirecting to HTTPS',
  needs('nginx', 'openssl'),
  async () => {
    const { address = '', plain = '', folder = '' } = running.nginx ?? {}
    if (hasIpv6) {
      expect((await ask(address, '/about', {}, '::1')).status).toBe(200)
      expect((await ask(plain, '/about', {}, '::1')).status).toBe(308)
    }
    // certbot writes challenges to this folder, which is not part of a release.
    const challenges = path.join(folder, '.well-known', 'acme-challenge')
    mkdirSync(challenges, { recursive: true })
    writeFileSync(path.join(challenges, 'token'), 'key')
    expect((await ask(plain, '/.well-known/acme-challenge/token')).body).toBe('key')
  },
)

/** Requests whose response headers are compared across servers. */
const requests: Record<string, [target: string, ask?: Ask]> = {
  page: ['/about'],
  HEAD: ['/about', { method: 'HEAD' }],
  gzip: ['/about', { headers: { 'accept-encoding': 'gzip' } }],
  br: ['/about', { headers: { 'accept-encoding': 'gzip, br' } }],
  script: ['script'],
  XML: ['/sitemap.xml'],
  feed: ['/blog/feed.xml'],
  text: ['/robots.txt'],
  manifest: ['/site.webmanifest'],
  icon: ['/favicon.ico'],
  PNG: ['/share/home.png'],
  PDF: ['/files/rates.pdf'],
  'range (206)': ['script', { headers: { range: 'bytes=0-9' } }],
  'unchanged (304)': ['/about', { headers: { 'if-none-match': 'etag' } }],
  'moved (308)': ['/about/'],
  'old address (308)': ['/blog/cheap-seo?a=b'],
  'expired (307)': ['/careers/analyst'],
  'not found (404)': ['/nowhere'],
  'script not found (404)': ['/assets/nothing.js'],
  'wrong method (405)': ['/about', { method: 'POST' }],
  'invalid range (416)': ['script', { headers: { range: 'bytes=99999999-' } }],
  'limit (429)': ['/busy'],
  'relay down (502)': [FORM, { method: 'POST', headers: PAGE, body: 'a' }],
  'relay down, as JSON': [FORM, { method: 'POST', body: 'a' }],
  'unavailable (503)': ['/shut'],
  'from the relay': ['/thanks/contact'],
}

const reasons: Record<string, string> = {
  'accept-ranges': 'Only a hint: all servers return ranges of uncompressed files',
  'alt-svc': 'Caddy serves HTTP/3 as well',
  'content-type':
    'Each server has its own table of types, and the preview sends a charset for pages only; bodies of 308, 405 and 416 differ',
  etag: 'Weak or strong, it must only change with the content; errors are never revalidated',
  'last-modified': 'Redundant with `etag`',
  server: 'Without a version',
  vary: 'Required where a compressed copy exists; harmless elsewhere',
}

it(
  'response headers differ between servers only as explained in docs/hosting/answers.md',
  needs(...webServers.flatMap(({ needs }) => needs)),
  async () => {
    const names = webServers.map(({ name }) => name)
    const responses: Record<string, Answers> = {}
    for (const [request, [target, how]] of Object.entries(requests)) {
      // The preview has no rules that return 429 or 503.
      const compared = names.filter((name) => name !== 'preview' || !/429|503/.test(request))
      const answers = compared.map(async (name) => {
        const { etag = '' } = how?.headers?.['if-none-match'] ? (await askAt(name, target)).headers : {}
        const headers = { ...how?.headers, ...(etag && { 'if-none-match': etag }) }
        return [name, await askAt(name, target === 'script' ? script : target, { ...how, headers })] as const
      })
      responses[request] = Object.fromEntries(await Promise.all(answers))
      expect(new Set(Object.values(responses[request]).map(({ status }) => status)).size, request).toBe(1)
    }
    const text = `# Differences between servers

Every route and ${Object.keys(requests).length} types of response are compared on nginx, Caddy and the preview, header by header. Headers that are not in this table are the same on all three.

Not compared: how bodies are transferred; 413, which nginx returns itself, while with Caddy and the preview the relay returns it; and Debian's \`gzip on\`, with which nginx also compresses pages of the relay.

${tableOfDifferences(names, responses, reasons)}`
    expect(text).not.toContain('UNEXPLAINED')
    await expect(text).toMatchFileSnapshot(path.join(projectRoot, 'docs', 'hosting', 'answers.md'))
  },
)
