import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { loadForms } from '../../relay/intake/form-book.ts'
import { keepProcess, launchBrowser } from './browser.ts'
import { onOpenState, onOpenStateAgain } from './inspectors/list.ts'
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

/** axe is a script: it cannot look where none runs. Without scripting the HTML is the same, and a mail is no page. */
const seen = listOpenStates(loadForms(path.join(out, 'relay', 'forms.json')).forms).filter(
  ({ scripting, sandboxed }) => scripting !== false && !sandboxed,
)

/** The page that stands at the last state: one that comes out of it goes on there. */
interface Standing {
  at: OpenState
  page: Page
  close: () => Promise<void>
}
let standing: Standing | undefined
const leave = async () => {
  await standing?.close()
  standing = undefined
}
afterAll(leave)

async function stand(state: OpenState, width: number): Promise<Page> {
  if (standing && state.after === standing.at) {
    const { page, close } = standing
    await page.setViewportSize({ width, height: 900 })
    await state.open(page)
    standing = { at: state, page, close }
    return page
  }
  await leave()
  const own = state.fresh ? await runRelay(out) : relay
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 900 })
  standing = {
    at: state,
    page,
    async close() {
      await page.close()
      if (own !== relay) await own.stop()
    },
  }
  await reachState(page, own.site, state)
  return page
}

/** What has opened, where that is a part of the page. */
async function openedIn(page: Page, { part = 'dialog:modal' }: OpenState): Promise<string> {
  return (await page.locator(part).count()) > 0 ? part : 'html'
}

it.each(seen)('$name gives the inspectors nothing to find, wide and narrow', async (state) => {
  const [first = 390, ...others] = [1440, 390].filter((width) => appearsAt(width, state))
  const page = await stand(state, first)
  for (const inspect of onOpenState) expect(await inspect(page), `${first} px`).toEqual([])
  const part = await openedIn(page, state)
  for (const width of others) {
    await page.setViewportSize({ width, height: 900 })
    for (const inspect of onOpenStateAgain(part)) expect(await inspect(page), `${width} px`).toEqual([])
  }
})
