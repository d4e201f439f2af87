import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import { copyHarborContent } from '../cli/break-content.ts'
import { runHere } from '../run-here.ts'
import { hydrated, sharedBrowser } from './browser.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'campaign-'))
const out = path.join(folder, 'out')
const browser = sharedBrowser()
let server: Server
let site = ''

const NOTICE = '\nnotice: { text: "The pier is closed. [Write to us](/contact)", until: 2027-05-02 }\n'
const PHOTO = '\n    photo: { image: wide.png, alt: The pier at noon, focus: [0, 0] }'

beforeAll(async () => {
  const content = copyHarborContent(folder)
  const change = (file: string, to: (text: string) => string) => {
    const target = path.join(content, file)
    writeFileSync(target, to(readFileSync(target, 'utf8')))
  }
  const noise = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#3a6a8a' } })
  writeFileSync(path.join(content, 'images/wide.png'), await noise.png().toBuffer())
  change('site.yaml', (text) => text + NOTICE)
  change(
    'pages/visit.yaml',
    (text) => `${text.replace(/(?<=\n {2}- type: hero)/, PHOTO)}\nunlisted: true\nheader: bare\n`,
  )
  change('pages/contact.yaml', (text) => text.replace(/\n {2}- type: hero/, `\n  - type: photo-hero${PHOTO}`))
  change('places/loft.yaml', (text) => `${text}timeZone: America/New_York\nopenNow: true\n`)
  change('services/ad-tending.yaml', (text) => text.replace(/(?<=\nhero:)/, PHOTO.replace('    ', '  ')))
  const { code, stdout } = await runHere(['build', '--content', content, '--out', out, '--now', '2027-05-01', '--json'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('"ok":')])
  server = createPreviewServer(out)
  site = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
})
afterAll(() => {
  server?.close()
  server?.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(['/visit', '/services/ad-tending'])('the photo at the top of %s', (address) => {
  it('is loaded first in a width that fits the screen, and has its space reserved', async () => {
    const { page, close } = await browser.open({ viewport: { width: 390, height: 844 } })
    await page.goto(site + address)
    const image = page.getByRole('img', { name: 'The pier at noon' })
    const attributes = await image.evaluate((element: HTMLImageElement) => ({
      loading: element.getAttribute('loading'),
      priority: element.fetchPriority,
      shape: element.width / element.height,
      stated: Number(element.getAttribute('width')) / Number(element.getAttribute('height')),
      chosen: element.currentSrc,
    }))
    expect(attributes).toMatchObject({ loading: null, priority: 'high' })
    expect(attributes.chosen).toMatch(/-480x270\.webp$/)
    expect(attributes.shape).toBeCloseTo(16 / 9, 1)
    expect(attributes.stated).toBeCloseTo(16 / 9, 2)
    await close()
  })
})

describe('a photo from edge to edge', () => {
  it.each([
    [390, 844],
    [768, 1024],
    [1440, 900],
  ])('leaves the heading and the text in the first view of %i × %i pixels, readable for axe', async (width, height) => {
    const { page, close } = await browser.open({ viewport: { width, height } })
    await page.goto(`${site}/contact`)
    const photo = await page.getByRole('img', { name: 'The pier at noon' }).boundingBox()
    expect([photo?.x, photo?.width]).toEqual([0, width])
    const text = await page.locator('.photo-hero-text').boundingBox()
    expect((text?.y ?? height) + (text?.height ?? 0)).toBeLessThan(height)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(toPageFindings(await runAxe(page))).toEqual([])
    }
    await close()
  })
})

describe('a place', () => {
  it('is shown as open until its closing time, or as closed, in its own time zone', async () => {
    const { page, close } = await browser.open({ timezoneId: 'Asia/Tokyo' })
    // A Monday in Portland.
    for (const [time, text] of [
      ['15:00', /^Open until 12:00\sPM$/],
      ['16:30', /^Opens at 1:00\sPM$/],
      ['22:00', /^Closed now$/],
    ] as const) {
      await page.clock.setFixedTime(`2027-05-03T${time}:00Z`)
      await page.goto(`${site}/visit`)
      await hydrated(page)
      await page.locator('.hours-now', { hasText: text }).waitFor()
    }
    await close()
  })

  it('is shown neither as open nor as closed without JavaScript', async () => {
    const { page, close } = await browser.open({ javaScriptEnabled: false })
    await page.goto(`${site}/visit`)
    expect(await page.locator('.hours-now').isVisible()).toBe(false)
    await close()
  })
})

describe('a page with a bare header', () => {
  it('has no menus, and only the last line of the footer', async () => {
    const { page, close } = await browser.open()
    await page.goto(`${site}/visit`)
    await hydrated(page)
    expect(await page.locator('header a').count()).toBe(1)
    expect(await page.locator('header button, header details, .help, footer nav').count()).toBe(0)
    expect(await page.locator('.foot-legal').count()).toBe(1)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await close()
  })

  it('gets the full header when a visitor leaves it, and the bare one when the visitor returns', async () => {
    const { page, close } = await browser.open()
    await page.goto(`${site}/visit`)
    await hydrated(page)
    await page.locator('main a[href="/contact"]').first().click()
    await page.waitForURL('**/contact')
    await page.locator('header nav').first().waitFor({ state: 'attached' })
    await hydrated(page)
    await page.goBack()
    await page.waitForURL('**/visit')
    await page.locator('header nav').first().waitFor({ state: 'detached' })
    await close()
  })
})

describe('the notice', () => {
  it('is above the header of every page, without axe violations in both color schemes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await browser.open({ colorScheme })
      for (const address of ['/', '/visit']) {
        await page.goto(site + address)
        await hydrated(page)
        const notice = page.getByRole('complementary').filter({ hasText: 'The pier is closed. Write to us' })
        const [top, header] = [await notice.boundingBox(), await page.locator('header').boundingBox()]
        expect(top?.y).toBe(0)
        expect(header?.y).toBe(top?.height)
        expect(toPageFindings(await runAxe(page))).toEqual([])
      }
      await close()
    }
  })
})
