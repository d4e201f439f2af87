import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { openBuiltSite } from '../../cli/audit/built-site.ts'
import { auditPageSizes } from '../../cli/audit/page-sizes.ts'
import { readThresholds } from '../../cli/diagnostics/thresholds.ts'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import { copyHarborContent } from '../cli/break-content.ts'
import { listTexts, openTextField, readTexts } from '../cli/edited-texts.ts'
import { runDev } from '../cli/running-dev.ts'
import { runHere } from '../run-here.ts'
import { writeVideoPage } from '../video-page.ts'
import { hydrated, scrollThrough, sharedBrowser } from './browser.ts'
import { tabTo } from './keyboard.ts'

const PLAYERS = ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ', 'https://player.vimeo.com/video/123456']

const folder = mkdtempSync(path.join(tmpdir(), 'videos-'))
const out = path.join(folder, 'out')
const browser = sharedBrowser()
let server: Server
let site = ''
let close = async () => {}

beforeAll(async () => {
  const content = copyHarborContent(folder)
  await writeVideoPage(content)
  const { code, stdout } = await runHere(['build', '--content', content, '--out', out, '--now', '2027-05-01', '--json'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('"ok":')])
  server = createPreviewServer(out)
  site = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
})
afterEach(() => close())
afterAll(() => {
  server?.close()
  server?.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

/** Replaces all external sites with an empty page. @returns the requested URLs, updated as requests arrive */
async function serveOthers(page: Page): Promise<string[]> {
  const requested: string[] = []
  await page.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => {
      requested.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>Player</title>' })
    },
  )
  return requested
}

async function open(options: Parameters<typeof browser.open>[0] = {}) {
  const opened = await browser.open(options)
  close = opened.close
  const requested = await serveOthers(opened.page)
  await opened.page.goto(`${site}/tour`)
  if (options.javaScriptEnabled !== false) await hydrated(opened.page)
  return { ...opened, requested }
}

const button = (page: Page, provider: string) => page.getByRole('button', { name: `Plays from ${provider}` })

describe('a video on another site', () => {
  it('requests nothing from that site until the visitor plays it, and then only the player', async () => {
    const { page, requested, faults } = await open()
    await scrollThrough(page, 400)
    await button(page, 'YouTube').hover()
    await button(page, 'Vimeo').focus()
    expect(requested).toEqual([])
    await button(page, 'YouTube').click()
    const player = page.locator('iframe')
    await expect.poll(() => requested).toEqual([`${PLAYERS[0]}?autoplay=1&rel=0`])
    expect(await player.getAttribute('title')).toBe('A morning at the quay')
    expect(await player.getAttribute('allow')).toContain('autoplay')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    expect(faults).toEqual([])
  })

  it.each(['Enter', 'Space'])('plays in the place of its poster, which keeps its size, on %s', async (key) => {
    const { page, requested } = await open()
    await scrollThrough(page, 400)
    const poster = await page.locator('.video-frame').nth(1).boundingBox()
    await tabTo(page, 'section[aria-label="An evening at the quay"] a')
    await page.keyboard.press(key)
    await expect.poll(() => requested).toEqual([`${PLAYERS[1]}?autoplay=1&dnt=1&h=abcdef12`])
    const { width, height } = poster ?? {}
    expect(await page.locator('iframe').boundingBox()).toMatchObject({ width, height })
    expect(page.url()).toBe(`${site}/tour`)
  })

  it('opens in a new tab on its own site if the visitor holds Ctrl', async () => {
    const { page } = await open()
    const opened = page.context().waitForEvent('page')
    await button(page, 'YouTube').click({ modifiers: ['Control'] })
    await (await opened).close()
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it('is a link to its own site without JavaScript', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    const links = page.getByRole('link', { name: 'Play video' })
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      'https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=90s',
      'https://vimeo.com/123456/abcdef12',
    ])
  })

  it.each(['light', 'dark'] as const)('is accessible before and while it plays, in %s mode', async (colorScheme) => {
    const { page } = await open({ colorScheme })
    await scrollThrough(page, 400)
    expect(toPageFindings(await runAxe(page))).toEqual([])
    await button(page, 'YouTube').click()
    await page.locator('iframe').waitFor()
    expect(toPageFindings(await runAxe(page))).toEqual([])
  })

  it('fits into narrow and wide windows', async () => {
    const { page } = await open()
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
})

describe('a page with videos and events', () => {
  it('keeps within the byte budget, and loads a small script only where a player is', async () => {
    const built = openBuiltSite(path.join(out, 'site'))
    expect(auditPageSizes(built, ['/tour'], readThresholds()).findings).toEqual([])
    const { page } = await open()
    const listScripts = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
    const read = (file: string) => readFileSync(path.join(out, 'site', file))
    const isPlayer = (file: string) => file.endsWith('.js') && read(file).includes('videoProvider')
    const [script = '', ...others] = (await listScripts()).filter(isPlayer)
    expect([others, read(script).length < 3000]).toEqual([[], true])
    await page.goto(`${site}/contact`)
    await hydrated(page)
    expect((await listScripts()).filter(isPlayer)).toEqual([])
  })

  it('plays its own file in the browser, without a script', async () => {
    const { page, requested } = await open({ javaScriptEnabled: false })
    const video = page.locator('video')
    expect(await video.evaluate((element: HTMLVideoElement) => [element.controls, element.preload])).toEqual([
      true,
      'none',
    ])
    expect(await video.getAttribute('poster')).toMatch(/^\/assets\/quay-/)
    expect(
      JSON.parse((await page.locator('#page').textContent()) ?? '').page.sections.map(
        ({ type }: { type: string }) => type,
      ),
    ).toEqual(['html', 'video', 'video', 'html'])
    expect(requested).toEqual([])
  })

  it('lists the events by date', async () => {
    const { page } = await open()
    expect(await page.locator('.event h3').allTextContents()).toEqual(['Knots for beginners', 'Winter market'])
  })
})

it('every text of videos and events can be edited on the page', async () => {
  const dev = await runDev({ prepare: () => {}, now: '2027-05-01' })
  try {
    await writeVideoPage(dev.file('.'))
    const { page, close: closePage } = await browser.open({ viewport: { width: 1440, height: 900 } })
    close = closePage
    await serveOthers(page)
    await expect.poll(async () => (await page.goto(`${dev.site}/tour`))?.status()).toBe(200)
    await hydrated(page)
    await listTexts(page)
    const listed = await readTexts(page)
    const names = listed.map(({ name }) => name).filter((name) => name.startsWith('pages/tour.yaml'))
    const field = (name: string) => `pages/tour.yaml · sections.${name}`
    expect(names).toEqual(
      [
        ...['0.heading', '1.heading', '1.text', '1.duration', '1.caption', '2.caption'],
        ...['3.heading', '3.caption', '3.duration', '4.heading'],
        ...['4.items.1.title', '4.items.1.action.label'],
        ...['4.items.0.time', '4.items.0.place', '4.items.0.title', '4.items.0.description'],
      ].map(field),
    )
    for (const name of ['1.caption', '1.duration', '4.items.1.title', '4.items.0.place'])
      expect(
        await openTextField(
          page,
          listed.findIndex((text) => text.name === field(name)),
        ),
        name,
      ).toBeUndefined()
    expect(await page.locator('iframe').count()).toBe(0)
  } finally {
    await dev.stop()
  }
})
