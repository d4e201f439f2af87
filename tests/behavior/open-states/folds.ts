import type { Page } from 'playwright-core'
import type { OpenState } from './state.ts'

/** Opens an accordion item, which closes the previously open item. */
async function openItem(page: Page, group: string, index: number): Promise<void> {
  const item = page.locator(`details[name="${group}"]`).nth(index)
  await item.locator('summary').click()
  await page.mouse.move(5, 5)
  await item.locator('.acc-body').waitFor()
}

/** Moves a carousel to a slide and waits until the slide is shown. @param click clicks the dot or button */
async function moveTo(page: Page, slide: number, click: () => Promise<void>): Promise<void> {
  const strip = page.locator('[data-carousel]')
  await strip.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await page.locator('.slides > [inert]').first().waitFor({ state: 'attached' })
  await click()
  await page.locator(`.slides > :nth-child(${slide}):not([inert])`).waitFor()
}

const expanding = [
  '/services/ppc-advertising',
  '/services/amazon-seo',
  '/services/walmart-management',
  '/services/inventory-management',
  '/solutions/amazon-ppc',
  '/solutions/amazon-seo',
  '/solutions/walmart-management',
  '/solutions/inventory-forecasting',
]
const withFaq = ['/', '/get-started', '/distribution-expert']
const slug = (path: string) => path.slice(1).replaceAll('/', '-') || 'home'

export const foldStates: OpenState[] = [
  ...withFaq.map(
    (path): OpenState => ({
      name: `faq-${slug(path)}`,
      path,
      like: 'faq',
      part: '.faq',
      open: (page) => openItem(page, 'faq', 2),
    }),
  ),
  {
    name: 'faq-all-closed',
    path: '/',
    part: '.faq',
    async open(page) {
      await page.locator('details[name="faq"][open] summary').click()
      await page.locator('details[name="faq"] .acc-body').first().waitFor({ state: 'hidden' })
    },
  },
  ...expanding.map(
    (path): OpenState => ({
      name: `details-${slug(path)}`,
      path,
      like: 'details',
      part: '.details',
      open: (page) => openItem(page, 'details', 1),
    }),
  ),
  {
    name: 'contents-open',
    path: '/blog/seo-on-a-budget',
    to: 959,
    async open(page) {
      await page.locator('.toc summary').click()
      await page.locator('.toc a').filter({ visible: true }).first().waitFor()
    },
  },
  {
    name: 'carousel-moved',
    path: '/',
    part: '.testimonials',
    open: (page) => moveTo(page, 2, () => page.getByRole('button', { name: 'Next' }).click()),
  },
  {
    name: 'carousel-picked',
    path: '/create-brand-plan',
    part: '.testimonials',
    open: (page) => moveTo(page, 3, () => page.getByRole('link', { name: '3 of 3' }).click()),
  },
]
