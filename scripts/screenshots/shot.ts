import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { hydrated } from '../../tests/behavior/browser.ts'
import type { OpenState } from '../../tests/behavior/open-states/state.ts'
import { appearsAt, reachState } from '../../tests/behavior/open-states.ts'
import { runRelay } from '../../tests/behavior/running-relay.ts'

const widths = [390, 768, 1440] as const
export const colorSchemes = ['light', 'dark'] as const

/** A screenshot of a page, or of an open state on it, such as a dialog. */
export interface Shot {
  /** Route, such as `/careers`. */
  path: string
  /** The open state; undefined for the page itself. */
  state: OpenState | undefined
  width: number
  scheme: (typeof colorSchemes)[number]
  /** Whether to capture only the visible window instead of the full page. */
  window?: boolean
  /** Path relative to the output folder, with forward slashes. */
  file: string
}

interface Filter {
  paths: string[]
  widths: number[]
  schemes: string[]
  names: string[]
}

/**
 * Parses the arguments into filters: paths including everything below them (`/careers`), widths (`390`), color schemes
 * (`dark`), and parts of state names (`dialog`). An empty filter matches everything.
 */
export function parseFilter(args: string[]): Filter {
  const filter: Filter = { paths: [], widths: [], schemes: [], names: [] }
  for (const arg of args) {
    if (arg.startsWith('/')) filter.paths.push(arg)
    else if (/^\d+$/.test(arg)) filter.widths.push(Number(arg))
    else if (arg === 'light' || arg === 'dark') filter.schemes.push(arg)
    else filter.names.push(arg)
  }
  return filter
}

/** Lists the requested screenshots: each route, followed by its states, in every applicable width and color scheme. */
export function listShots(paths: string[], states: OpenState[], filter: Filter): Shot[] {
  const matches = {
    path: (path: string) =>
      filter.paths.length === 0 ||
      filter.paths.some((base) => path === base || (base !== '/' && path.startsWith(`${base}/`))),
    name: (state: OpenState | undefined) =>
      filter.names.length === 0 || filter.names.some((part) => state?.name.includes(part)),
  }
  const subjects = [
    ...paths.map((path) => ({
      path,
      state: undefined,
      stem: `routes/${path.slice(1).replaceAll('/', '-') || 'home'}`,
    })),
    ...states.map((state) => ({ path: state.path, state, stem: `states/${state.name}` })),
  ].filter(({ path, state }) => matches.path(path) && matches.name(state))
  return subjects.flatMap(({ path, state, stem }) =>
    (filter.widths.length > 0 ? filter.widths : [...widths])
      .filter((width) => !state || appearsAt(width, state))
      .flatMap((width) =>
        colorSchemes
          .filter((scheme) => filter.schemes.length === 0 || filter.schemes.includes(scheme))
          .map((scheme) => ({ path, state, width, scheme, file: `${stem}.${width}-${scheme}.png` })),
      ),
  )
}

const HEIGHTS: Record<number, number> = { 390: 844, 768: 1024 }

export interface ScreenshotContext {
  browser: Browser
  /** Output folder of the build. */
  out: string
  /** URL of the preview server, which includes a relay. */
  site: string
}

/** Writes a screenshot to the folder. @throws Error whose message starts with the screenshot's file name */
export async function captureShot({ browser, out, site }: ScreenshotContext, shot: Shot, folder: string) {
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
    else {
      await page.goto(site + shot.path)
      await hydrated(page)
    }
    const options = { path: file, animations: 'disabled', caret: 'initial' } as const
    // Screenshots of open states include the full page only if the relay serves it.
    const isRelayPage = /^\/(?:functions|thanks|inbox)/.test(new URL(page.url()).pathname)
    if (state?.part) await page.locator(state.part).first().screenshot(options)
    else await page.screenshot({ ...options, fullPage: !shot.window && (!state || isRelayPage) })
  } catch (error) {
    throw new Error(`${shot.file}: ${error instanceof Error ? error.message : error}`)
  } finally {
    await context.close()
    await relay?.stop()
  }
}
