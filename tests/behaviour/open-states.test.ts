import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { loadForms } from '../../relay/intake/form-book.ts'
import { sharedBrowser } from './browser.ts'
import { onOpenState } from './inspectors/list.ts'
import { appearsAt, listOpenStates, reachState } from './open-states.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

const out = inject('out')
const browser = sharedBrowser()
let relay: RunningRelay
beforeAll(async () => {
  relay = await runRelay(out)
})
afterAll(() => relay?.stop())

/** axe is a script: it cannot look where none runs. Without scripting the HTML is the same, and a mail is no page. */
const seen = listOpenStates(loadForms(path.join(out, 'relay', 'forms.json')).forms).filter(
  ({ scripting, sandboxed }) => scripting !== false && !sandboxed,
)

it.each(seen)('$name gives the inspectors nothing to find, wide and narrow', async (state) => {
  const own = state.fresh ? await runRelay(out) : relay
  const widths = [1440, 390].filter((width) => appearsAt(width, state))
  const { page, close } = await browser.open({
    viewport: { width: widths[0] ?? 390, height: 900 },
    reducedMotion: 'reduce',
  })
  await reachState(page, own.site, state)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const inspect of onOpenState) expect(await inspect(page), `${width} px`).toEqual([])
  }
  await close()
  if (state.fresh) await own.stop()
})
