import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { loadSiteForms } from '../../relay/site-forms.ts'
import { triesAllCases } from '../sampled.ts'
import { keepProcess, launchBrowser } from './browser.ts'
import { onOpenState, onResizedOpenState } from './inspectors/list.ts'
import type { OpenState } from './open-states/state.ts'
import { appearsAt, listOpenStates, reachState } from './open-states.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'
import { linkSettings, withConsent } from './signed-links.ts'

const out = inject('out')
let relay: RunningRelay
let browser: Browser
let context: BrowserContext
beforeAll(async () => {
  relay = await runRelay(out, linkSettings, withConsent)
  browser = await launchBrowser()
  context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light' })
  await keepProcess(context, relay.site)
})
afterAll(async () => {
  await browser?.close()
  await relay?.stop()
})

/**
 * States that axe can inspect. Excludes states with JavaScript disabled, whose HTML is the same, and emails, which are
 * not site pages.
 */
const states = listOpenStates(loadSiteForms(path.join(out, 'relay', 'forms.json')).forms).filter(
  ({ scripting, sandboxed }) => scripting !== false && !sandboxed,
)
const shown = states.filter(
  ({ like }, index) => triesAllCases || !like || states.findIndex((state) => state.like === like) === index,
)

/** The open page and its current state. The next state reuses the page if it starts from this state. */
interface Current {
  state: OpenState
  page: Page
  close: () => Promise<void>
}
let current: Current | undefined
const closeCurrent = async () => {
  await current?.close()
  current = undefined
}
afterAll(closeCurrent)

/** Opens a page in the given state, or reuses the current page. */
async function openIn(state: OpenState, width: number): Promise<Page> {
  if (current && state.after === current.state) {
    const { page, close } = current
    await page.setViewportSize({ width, height: 900 })
    await state.open(page)
    current = { state, page, close }
    return page
  }
  await closeCurrent()
  const ownRelay = state.fresh ? await runRelay(out) : relay
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 900 })
  current = {
    state,
    page,
    async close() {
      await page.close()
      if (ownRelay !== relay) await ownRelay.stop()
    },
  }
  await reachState(page, ownRelay.site, state)
  return page
}

it.each(shown)('a page in state $name passes all automated page checks in narrow and wide windows', async (state) => {
  const [first = 390, ...others] = [390, 1440].filter((width) => appearsAt(width, state))
  const page = await openIn(state, first)
  for (const inspect of onOpenState) expect(await inspect(page), `${first} px`).toEqual([])
  for (const width of others) {
    await page.setViewportSize({ width, height: 900 })
    for (const inspect of triesAllCases ? onOpenState : onResizedOpenState)
      expect(await inspect(page), `${width} px`).toEqual([])
  }
})
