import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { projectRoot } from '../../cli/paths.ts'
import { copyGermanAgency } from '../german-agency.ts'
import { has, needs } from '../needs.ts'
import { runHere } from '../run-here.ts'
import { ask } from './ask.ts'
import { sharedBrowser } from './browser.ts'
import { type RunningServer, webServers } from './web-servers.ts'

const ORIGIN = 'https://northshelf.example'
const folder = mkdtempSync(path.join(tmpdir(), 'languages-'))
const content = path.join(folder, 'harbor')
const out = path.join(folder, 'out')
const plain = path.join(folder, 'plain')
const agency = path.join(folder, 'agency')
const agencyOut = path.join(folder, 'agency-out')
const sites = path.join(projectRoot, 'tests', 'sites')
const running = new Map<string, RunningServer>()
const browser = sharedBrowser()

async function build(to: string, from = content): Promise<void> {
  const { code, stdout, stderr } = await runHere(['build', '--content', from, '--out', to])
  if (code !== 0) throw new Error(stdout + stderr)
}

beforeAll(async () => {
  cpSync(path.join(sites, 'harbor'), content, { recursive: true })
  const site = path.join(content, 'site.yaml')
  // The servers' test configurations expect the host name of the agency.
  const text = readFileSync(site, 'utf8').replace(/^url: .*$/m, `url: ${ORIGIN}`)
  writeFileSync(site, text)
  await build(plain)
  writeFileSync(site, text.replace(/^language: .*$/m, '$&\nlanguages: [de]'))
  cpSync(path.join(sites, 'harbor-german'), content, { recursive: true })
  await build(out)
  await copyGermanAgency(agency)
  await build(agencyOut, agency)
  for (const { name, needs, serve } of webServers) if (needs.every(has)) running.set(name, await serve(out))
})
afterAll(async () => {
  for (const { stop } of running.values()) await stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A page, read from its HTML alone. */
interface BuiltPage {
  html: string
  language: string | undefined
  canonical: string | undefined
  /** Paths by language, without `x-default`. */
  alternates: Map<string, string>
  fallback: string | undefined
  /** Paths of the pages that its menus and its content link to, without the links to other languages. */
  links: string[]
}

const SEPARATE = /^\d{3}$/

function readPages(root: string): Map<string, BuiltPage> {
  const files = readdirSync(path.join(root, 'site'), { recursive: true, encoding: 'utf8' })
  const pages = files.filter((file) => file.endsWith('.html') && !SEPARATE.test(path.parse(file).name))
  return new Map(
    pages.map((file) => {
      const html = readFileSync(path.join(root, 'site', file), 'utf8')
      const links = [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/gi)]
      const all = new Map(links.map(([, language = '', url = '']) => [language, url.slice(ORIGIN.length) || '/']))
      const fallback = all.get('x-default')
      all.delete('x-default')
      const body = html.slice(html.indexOf('<body')).replace(/<nav class="languages.*?<\/nav>/s, '')
      const targets = [...body.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)].map(([, target = '']) => target)
      const language = /<html lang="([^"]*)"/.exec(html)?.[1]
      const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
      const page = { html, language, canonical, alternates: all, fallback, links: targets }
      return [file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`, page]
    }),
  )
}

/** Whether a page is listed, and not a later page of a list. */
const isListed = ({ html }: BuiltPage) => !/<meta name="robots"/.test(html)

describe.each([
  ['the small site', out, 15],
  ['the agency', agencyOut, 40],
])('%s in two languages', (_name, root, translatedPages) => {
  it('lists all languages of a page in each of them, with the source as the default', () => {
    const pages = readPages(root)
    const translated = [...pages].filter(([, { alternates }]) => alternates.size > 0)
    expect(translated.length).toBeGreaterThan(2 * translatedPages)
    for (const [address, { language, alternates, fallback }] of translated) {
      expect(alternates.get(language ?? ''), address).toBe(address)
      expect(fallback).toBe(alternates.get('en-US'))
      for (const other of alternates.values()) expect(pages.get(other)?.alternates, other).toEqual(alternates)
    }
    for (const [address, page] of pages) {
      expect(page.language, address).toBe(/^\/de(?:\/|$)/.test(address) ? 'de' : 'en-US')
      if (isListed(page)) expect(page.canonical, address).toBe(ORIGIN + address)
    }
  })

  it('links to pages in the same language where they exist, and never to a missing page', () => {
    const pages = readPages(root)
    for (const [address, { links, language }] of pages)
      for (const target of links.filter((link) => !/\.\w+$/.test(link))) {
        const { alternates } = pages.get(target) ?? {}
        expect(alternates, `${address} links to ${target}`).toBeDefined()
        if (alternates?.has(language ?? '')) expect(alternates.get(language ?? ''), address).toBe(target)
      }
  })
})

describe('a site in two languages', () => {
  it('lists all pages with their languages in the sitemap, and has feeds in each language', () => {
    const read = (file: string) => readFileSync(path.join(out, 'site', file), 'utf8')
    const listed = [...read('sitemap.xml').matchAll(/<loc>https:\/\/[^/]*([^<]*)<\/loc>/g)].map(([, loc]) => loc || '/')
    expect(listed.sort()).toEqual([...readPages(out).keys()].sort())
    const feed = read('de/journal/feed.xml')
    expect(feed).toContain('xml:lang="de"')
    expect(feed).toContain(`<link href="${ORIGIN}/de/journal"/>`)
    expect(feed).toContain(`${ORIGIN}/de/journal/obergrenzen-fuer-anzeigen`)
  })

  it('writes numbers, amounts and types of employment in the language of the page', () => {
    const pages = readPages(agencyOut)
    const read = (address: string) =>
      pages
        .get(address)
        ?.html.replace(/&nbsp;|\u00a0|\u202f/g, ' ')
        .replace(/<\/?bdi>/g, '') ?? ''
    expect(read('/')).toMatch(/412,880.*<b class="stats-figure num" data-count="2000">81%/s)
    expect(read('/de')).toMatch(/412\.880.*data-count="2000">81 %/s)
    expect(read('/careers')).toMatch(/Full-time.*\$70K-\$90K/s)
    expect(read('/de/karriere')).toMatch(/Vollzeit.*70\.000–90\.000 \$/s)
    expect(read('/de/brand-plan')).toMatch(/<output class="num"[^>]*>50\.000 \$/)
  })

  it('has the same pages in the source language as before, apart from the links to the other language', () => {
    const before = readPages(plain)
    const now = readPages(out)
    const withoutLinks = (html = '') =>
      html
        .replace(/<link rel="alternate" hreflang="[^>]*>/gi, '')
        .replace(/<nav class="languages.*?<\/nav>/s, '')
        .replace('<div data-html=""></div>', '')
        .replace(/<meta http-equiv[^>]*>|<style.*?<\/style>|<script id="page".*?<\/script>/gs, '')
    for (const [address, { html }] of before) expect(withoutLinks(now.get(address)?.html)).toBe(withoutLinks(html))
  })
})

describe.each(webServers)('web server $name', ({ name, needs: all }) => {
  it('answers requests for missing pages in the language of the path', needs(...all), async () => {
    const get = (target: string) => ask(running.get(name)?.address ?? '', target)
    for (const [target, language] of [
      ['/nothing', 'en-US'],
      ['/de/nichts', 'de'],
      ['/de/journal/nichts', 'de'],
      ['/de/404', 'de'],
      ['/de/404.html', 'de'],
      ['/dental', 'en-US'],
    ] as const) {
      const { status, body } = await get(target)
      expect(status, target).toBe(404)
      expect(body, target).toContain(`<html lang="${language}">`)
    }
    expect((await get('/de')).status).toBe(200)
    expect((await get('/de/')).headers.location).toBe('/de')
  })
})

describe('a visitor', () => {
  it('switches the language of the open page, and stays in it', async () => {
    const { page, faults, close } = await browser.open({ viewport: { width: 390, height: 844 } })
    await page.goto(`${running.get('preview')?.address}/contact`)
    await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' }).click()
    await page.waitForURL('**/de/kontakt')
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    expect(await page.locator('form[action$="send-form-submission?language=de"]').count()).toBe(1)
    expect(toPageFindings(await runAxe(page))).toEqual([])
    // Client-side navigation replaces the links to other languages with those of the new page.
    await page
      .locator('.foot a[href="/de/journal"], .top a[href="/de/journal"]')
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await page.waitForURL('**/de/journal')
    const english = page.locator('.languages a')
    await expect.poll(() => english.getAttribute('href')).toBe('/blog')
    expect(faults).toEqual([])
    await close()
  })
})
