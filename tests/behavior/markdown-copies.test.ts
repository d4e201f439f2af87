import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { runDev } from '../cli/running-dev.ts'
import { has, needs } from '../needs.ts'
import { runHere } from '../run-here.ts'
import { ask } from './ask.ts'
import { type RunningServer, webServers } from './web-servers.ts'

const COPY = '/blog/ceilings-for-ads.md'
const folder = mkdtempSync(path.join(tmpdir(), 'copies-'))
const content = path.join(folder, 'harbor')
const out = path.join(folder, 'out')
const site = (file: string) => path.join(out, 'site', file)
const read = (file: string) => readFileSync(site(file), 'utf8')
const run = async (...args: string[]) => {
  const result = await runHere([...args, '--content', content])
  if (result.code !== 0) throw new Error(result.stdout + result.stderr)
}
const build = () => run('build', '--out', out)
const edit = (file: string, from: string | RegExp, to: string) => {
  const text = readFileSync(path.join(content, file), 'utf8')
  expect(text).toMatch(from)
  writeFileSync(path.join(content, file), text.replace(from, to))
}
const running = new Map<string, RunningServer>()

beforeAll(async () => {
  cpSync(path.join(projectRoot, 'tests', 'sites', 'harbor'), content, { recursive: true })
  // The servers' test configurations expect the host name of the agency.
  edit('site.yaml', /^url: .*$/m, 'url: https://northshelf.example\nmarkdownCopies: true')
  await build()
  for (const { name, needs, serve } of webServers) if (needs.every(has)) running.set(name, await serve(out))
})
afterAll(async () => {
  for (const { stop } of running.values()) await stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(webServers)('web server $name', ({ name, needs: all }) => {
  const get = (target: string, headers = {}) => ask(running.get(name)?.address ?? '', target, { headers })

  it('serves the Markdown copy of a page as built, with its type and compressed', needs(...all), async () => {
    const plain = await get(COPY)
    expect(plain).toMatchObject({
      status: 200,
      body: read(COPY),
      headers: {
        'content-type': 'text/markdown; charset=utf-8',
        'cache-control': 'public, max-age=0, must-revalidate',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      },
    })
    for (const coding of ['gzip', 'br']) {
      const { headers } = await get(COPY, { 'accept-encoding': coding })
      expect(headers).toMatchObject({ 'content-encoding': coding, 'content-type': 'text/markdown; charset=utf-8' })
    }
    const page = await get('/blog/ceilings-for-ads')
    expect([page.status, page.body]).toEqual([200, read('blog/ceilings-for-ads.html')])
    expect(page.headers['x-robots-tag']).toBeUndefined()
  })

  it('answers as before at addresses without a copy', needs(...all), async () => {
    for (const missing of ['/blog/nothing.md', '/contact.md', '/.md', `${COPY}.br`]) {
      const { status, headers, body } = await get(missing)
      expect([status, headers['cache-control'], body.includes('<h1')], missing).toEqual([404, 'no-store', true])
      expect([headers['content-type'], headers['x-robots-tag']], missing).toEqual([
        expect.stringMatching(/^text\/html/),
        undefined,
      ])
    }
    expect(await get(`${COPY}/`)).toMatchObject({ status: 308, headers: { location: COPY } })
  })
})

it('a build with Markdown copies links to them from pages and llms.txt, and passes the audit', async () => {
  const link = `<link rel="alternate" type="text/markdown" href="${COPY}"/>`
  expect(read('blog/ceilings-for-ads.html')).toContain(link)
  expect(read('contact.html')).not.toContain('text/markdown')
  expect(read('llms.txt')).toContain(`(https://northshelf.example${COPY})`)
  expect(read('llms.txt')).toContain('(https://northshelf.example/contact)')
  expect(read('sitemap.xml') + read('blog/feed.xml')).not.toContain('.md')
  expect(brotliDecompressSync(readFileSync(site(`${COPY}.br`))).toString()).toBe(read(COPY))
  expect(gunzipSync(readFileSync(site(`${COPY}.gz`))).toString()).toBe(read(COPY))
  expect(read('_headers')).toMatch(/\n\/\*\.md\n {2}! Content-Type\n {2}Content-Type: text\/markdown; charset=utf-8\n/)
  await run('check', '--strict')
  await run('audit', '--out', out, '--skip', 'forms,browser,lighthouse')
})

it('a build removes the copy of a removed page, and all copies and their traces if the setting is removed', async () => {
  const files = () => readdirSync(path.join(out, 'site'), { recursive: true, encoding: 'utf8' }).sort()
  const copies = () => files().filter((file) => /\.md(?:\.|$)/.test(file))
  const before = readFileSync(path.join(content, 'blog/photograph-with-a-hand.md'), 'utf8')
  expect(copies()).toContain('blog/photograph-with-a-hand.md')
  edit('blog/photograph-with-a-hand.md', /^title:/m, 'draft: true\ntitle:')
  await build()
  expect(copies().length).toBeGreaterThan(5)
  expect(copies().filter((file) => file.includes('photograph'))).toEqual([])
  writeFileSync(path.join(content, 'blog/photograph-with-a-hand.md'), before)
  edit('site.yaml', '\nmarkdownCopies: true', '')
  await build()
  expect(copies()).toEqual([])
  for (const file of files().filter((name) => /\.(?:html|txt|xml|json)$|^_/.test(name)))
    expect(read(file), file).not.toMatch(/text\/markdown|markdownCopies|[a-z]\.md\b/)
  for (const file of ['nginx.conf', 'Caddyfile', 'headers.json'])
    expect(readFileSync(path.join(out, 'hosting', file), 'utf8'), file).not.toMatch(/markdown|\.md/)
  edit('site.yaml', /^url: .*$/m, '$&\nmarkdownCopies: true')
})

it('the agency has no Markdown copies', () => {
  const pages = path.join(inject('out'), 'site')
  expect(existsSync(path.join(pages, 'privacy.html'))).toBe(true)
  expect(readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('.md'))).toEqual([])
  expect(readFileSync(path.join(pages, 'privacy.html'), 'utf8')).not.toContain('text/markdown')
})

it('site dev serves the copy of the current text', async () => {
  const dev = await runDev({ site: content })
  try {
    const answer = await fetch(dev.site + COPY)
    const headers = [answer.headers.get('content-type'), answer.headers.get('x-robots-tag')]
    expect([answer.status, ...headers]).toEqual([200, 'text/markdown; charset=utf-8', 'noindex'])
    expect(await answer.text()).toContain('\n<https://northshelf.example/blog/ceilings-for-ads>\n')
    appendFileSync(dev.file('blog/ceilings-for-ads.md'), '\nWritten at high tide.\n')
    await expect.poll(async () => (await fetch(dev.site + COPY)).text()).toContain('\nWritten at high tide.\n')
    dev.edit('site.yaml', 'markdownCopies: true', 'markdownCopies: false')
    await expect.poll(async () => (await fetch(dev.site + COPY)).status).toBe(404)
  } finally {
    await dev.stop()
  }
})
