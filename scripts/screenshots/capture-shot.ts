import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { hydrated } from '../../tests/behavior/browser.ts'
import { reachState } from '../../tests/behavior/open-states.ts'
import { runRelay } from '../../tests/behavior/running-relay.ts'
import type { Shot } from './shot.ts'

const HEIGHTS: Record<number, number> = { 390: 844, 768: 1024 }

export interface ScreenshotContext {
  browser: Browser
  /** Output folder of the build. */
  out: string
  /** URL of the preview server, which includes a relay. */
  site: string
}

/**
 * Captures a screenshot and writes it to the folder. @throws Error whose message starts with the screenshot's file name
 */
export async function captureShot(
  { browser, out, site }: ScreenshotContext,
  shot: Shot,
  folder: string,
): Promise<void> {
  const { state, width, scheme } = shot
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    javaScriptEnabled: state?.scripting !== false,
  })
  const relay = state?.fresh ? await runRelay(out) : undefined
  const file = path.join(folder, shot.file)
  try {
    await mkdir(path.dirname(file), { recursive: true })
    const page = await context.newPage()
    if (state) await reachState(page, relay?.site ?? site, state)
    else await showRoute(page, site + shot.path)
    const options = { path: file, animations: 'disabled', caret: 'initial' } as const
    if (state?.part) await page.locator(state.part).first().screenshot(options)
    else await page.screenshot({ ...options, fullPage: !shot.window && (!state || isDocument(page)) })
  } catch (error) {
    throw new Error(`${shot.file}: ${error instanceof Error ? error.message : error}`)
  } finally {
    await context.close()
    await relay?.stop()
  }
}

async function showRoute(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** Reports whether the relay serves the page. Screenshots of open states include the full page only if it does. */
function isDocument(page: Page): boolean {
  return /^\/(?:functions|thanks|inbox)/.test(new URL(page.url()).pathname)
}
