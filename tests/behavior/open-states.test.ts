import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { loadSiteForms } from '../../relay/intake/site-forms.ts'
import { keepProcess, launchBrowser } from './browser.ts'
import { onOpenState, onResizedOpenState } from './inspectors/list.ts'
import type { OpenState } from './open-states/state.ts'
import { appearsAt, listOpenStates, reachState } from './open-states.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

const out = inject('out')
let relay: RunningRelay
let browser: Browser
let context: BrowserContext
beforeAll(async () => {
  relay = await runRelay(out)
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

/** Returns the selector of the part that the state opens, or of the whole document if that part is not on the page. */
async function openedPart(page: Page, { part = 'dialog:modal' }: OpenState): Promise<string> {
  return (await page.locator(part).count()) > 0 ? part : 'html'
}

it.each(states)('a page in state $name passes all automated page checks in wide and narrow windows', async (state) => {
  const [first = 390, ...others] = [1440, 390].filter((width) => appearsAt(width, state))
  const page = await openIn(state, first)
  for (const inspect of onOpenState) expect(await inspect(page), `${first} px`).toEqual([])
  const part = await openedPart(page, state)
  for (const width of others) {
    await page.setViewportSize({ width, height: 900 })
    for (const inspect of onResizedOpenState(part)) expect(await inspect(page), `${width} px`).toEqual([])
  }
})
