import type { OpenState } from './state.ts'

export const troubleStates: OpenState[] = [
  { name: 'not-found', path: '/no-such-page', open: async () => {} },
  {
    name: 'unexpected-error',
    path: '/',
    async open(page) {
      await page.route('**/data/about.json', async (route) => {
        const data = await (await route.fetch()).json()
        // Makes the page component throw: the form section has no form.
        await route.fulfill({ json: { ...data, page: { ...data.page, sections: [{ type: 'form' }] } } })
      })
      await page.locator('footer a[href="/about"]').click()
      await page.locator('main [role=alert]').waitFor()
    },
  },
]
