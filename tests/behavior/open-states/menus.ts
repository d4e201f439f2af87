import type { Page } from 'playwright-core'
import type { OpenState } from './state.ts'

/** Minimum window width at which the menu is a row of links, in CSS pixels (60rem). */
const ROW = 960

async function openSolutions(page: Page): Promise<void> {
  await page.locator('.top-sub > button').click()
  await page.locator('header .top-panel').waitFor()
}

async function openMenu(page: Page): Promise<void> {
  await page.locator('.top-menu summary').click()
  await page.locator('.top-menu a').first().waitFor()
}

export const menuStates: OpenState[] = [
  { name: 'menu-solutions', path: '/', from: ROW, open: openSolutions },
  { name: 'menu-solutions-on-one', path: '/solutions/amazon-seo', from: ROW, open: openSolutions },
  { name: 'menu-small', path: '/', to: ROW - 1, open: openMenu },
  { name: 'menu-small-on-solution', path: '/solutions/amazon-seo', to: ROW - 1, open: openMenu },
  {
    name: 'help',
    path: '/',
    async open(page) {
      await page.locator('.help summary').click()
      await page.locator('.help-panel').waitFor()
    },
  },
  {
    name: 'skip-link',
    path: '/about',
    async open(page) {
      await page.keyboard.press('Tab')
      await page.locator('.skip:focus').waitFor()
    },
  },
]
