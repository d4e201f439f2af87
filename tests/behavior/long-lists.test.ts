import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditPage, deviceProfiles } from '../../cli/audit/browse.ts'
import { openBuiltSite } from '../../cli/audit/built-site.ts'
import { auditPageSizes } from '../../cli/audit/page-sizes.ts'
import { readThresholds } from '../../cli/diagnostics/thresholds.ts'
import { projectRoot } from '../../cli/paths.ts'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import { runSite } from '../run-site.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { onDesktop, onPhone } from './inspectors/list.ts'
import { watchMotion } from './inspectors/motion.ts'
import { tabTo } from './keyboard.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'long-lists-'))
const out = path.join(folder, 'out')
const browser = sharedBrowser()
let server: Server
let base: string

/** Builds the Harbor test site with 60 journal articles. */
beforeAll(async () => {
  const content = path.join(folder, 'content')
  cpSync(path.join(projectRoot, 'tests', 'sites', 'harbor'), content, { recursive: true })
  const list = path.join(content, 'pages', 'blog.yaml')
  writeFileSync(list, readFileSync(list, 'utf8').replace('look: list', 'look: wall'))
  const text = readFileSync(path.join(content, 'blog', 'photograph-with-a-hand.md'), 'utf8')
  for (let note = 1; note <= 58; note += 1) {
    const own = text
      .replace(/^title: .*/m, `title: Note ${note} from the loft`)
      .replace(/^metaTitle: .*\n/m, '')
      .replace(/^metaDescription: .*\n/m, (field) => `${field}  Note ${note}: `)
    writeFileSync(path.join(content, 'blog', `note-${note}.md`), own)
  }
  runSite(['build', '--content', content, '--out', out])
  server = createPreviewServer(out)
  base = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
})
afterAll(() => {
  server?.close()
  server?.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

describe('a list of 60 articles', () => {
  it('passes all automated page checks and stays within the byte budget', async () => {
    const site = openBuiltSite(path.join(out, 'site'))
    const phone = await browser.open(deviceProfiles[0], false)
    await watchMotion(phone.page.context())
    const desktop = await browser.open(deviceProfiles[1], false)
    const views = [
      { context: phone.page.context(), inspectors: onPhone({ scheme: 'light', around: true }) },
      { context: desktop.page.context(), inspectors: onDesktop({ scheme: 'dark', around: true }) },
    ]
    const { findings } = await auditPage(views, site, base, '/blog/page/2', readThresholds())
    expect([...findings, ...auditPageSizes(site, ['/blog', '/blog/page/2'], readThresholds()).findings]).toEqual([])
    await phone.close()
    await desktop.close()
  })

  it('can be paged through to the end without JavaScript', async () => {
    const { page, close } = await browser.open({ javaScriptEnabled: false })
    await page.goto(`${base}/blog`)
    const read = async () => ({
      path: new URL(page.url()).pathname,
      heading: await page.locator('h1').innerText(),
      current: await page.locator('main nav [aria-current=page]').getAttribute('aria-label'),
      articles: await page.locator('main .ac').count(),
    })
    const pages = [await read()]
    while (await page.locator('a[rel=next]').count()) {
      await page.locator('a[rel=next]').click()
      pages.push(await read())
    }
    expect(pages).toEqual([
      { path: '/blog', heading: 'The journal.', current: 'sheet 1 of 3', articles: 24 },
      { path: '/blog/page/2', heading: expect.stringMatching(/sheet 2 of 3/), current: 'sheet 2 of 3', articles: 24 },
      { path: '/blog/page/3', heading: expect.stringMatching(/sheet 3 of 3/), current: 'sheet 3 of 3', articles: 12 },
    ])
    await page.locator('a[rel=prev]').click()
    await page.getByRole('link', { name: 'sheet 1 of 3' }).click()
    expect(new URL(page.url()).pathname).toBe('/blog')
    await close()
  })

  it('can be paged by keyboard without a reload, and returns to its old scroll position on Back', async () => {
    const { page, faults, close } = await browser.open()
    await page.goto(`${base}/blog`)
    await hydrated(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await tabTo(page, 'a[rel=next]')
    const position = await page.evaluate(() => window.scrollY)
    expect(position).toBeGreaterThan(1000)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.pathname === '/blog/page/2' && document.activeElement?.matches('h1'))
    expect(await page.evaluate(() => [window.scrollY, 'sameDocument' in window])).toEqual([0, true])
    expect(await page.title()).toBe('Journal: selling on marketplaces, slowly · sheet 2 of 3')
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/blog\/page\/2$/)
    expect(await page.locator('.top-nav a[aria-current]').allTextContents()).toEqual(['Journal'])
    await page.goBack()
    await page.waitForFunction((wanted) => location.pathname === '/blog' && window.scrollY === wanted, position)
    expect(faults).toEqual([])
    await close()
  })
})
