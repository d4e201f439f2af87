import type { OpenState } from './state.ts'

export const troubleStates: OpenState[] = [
  { name: 'not-found', path: '/no-such-page', open: async () => {} },
  {
    name: 'unexpected-error',
    path: '/',
    async open(page) {
      await page.route('**/data/about.json', async (route) => {
        const data = await (await route.fetch()).json()
        // A form section without its form: its component throws.
        await route.fulfill({ json: { ...data, page: { ...data.page, sections: [{ type: 'form' }] } } })
      })
      await page.locator('footer a[href="/about"]').click()
      await page.locator('main [role=alert]').waitFor()
    },
  },
]
