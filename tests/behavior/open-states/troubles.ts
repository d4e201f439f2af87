import { fulfillBroken, routePage } from '../browser.ts'
import type { OpenState } from './state.ts'

export const troubleStates: OpenState[] = [
  { name: 'not-found', path: '/no-such-page', open: async () => {} },
  {
    name: 'unexpected-error',
    path: '/',
    async open(page) {
      await routePage(page, '/about', fulfillBroken)
      await page.locator('footer a[href="/about"]').click()
      await page.locator('main [role=alert]').waitFor()
    },
  },
]
