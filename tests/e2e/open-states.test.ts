import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loadForms } from '../../relay/forms.ts'
import { violations } from './axe.ts'
import { sharedBrowser } from './browser.ts'
import { appearsAt, listOpenStates, reachState } from './open-states.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

const out = inject('out')
const browser = sharedBrowser()
const states = listOpenStates(loadForms(path.join(out, 'relay', 'forms.json')).forms)
let relay: RunningRelay
beforeAll(async () => {
  relay = await runRelay(out)
})
afterAll(() => relay?.stop())

/** axe is a script: it cannot look where none runs. Without scripting the HTML is the same, and a mail is no page. */
const seen = states.filter(({ scripting, sandboxed }) => scripting !== false && !sandboxed)

describe.each(seen)('$name', (state) => {
  it('gives axe nothing to find and does not scroll sideways, small and large, light, dark and in forced colours', async () => {
    for (const width of [390, 1440].filter((one) => appearsAt(one, state))) {
      const own = state.fresh ? await runRelay(out) : relay
      const { page, close } = await browser.open({
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      })
      await reachState(page, own.site, state)
      expect(await violations(page), `${width} px`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await close()
      if (state.fresh) await own.stop()
    }
  })
})
