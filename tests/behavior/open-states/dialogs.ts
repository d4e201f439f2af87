import type { Page } from 'playwright-core'
import { askFirst, provider, serveProvider } from '../booking-provider.ts'
import { hydrated } from '../browser.ts'
import type { OpenState } from './state.ts'

/** Clicks a dialog's opener and waits for the dialog. */
export async function openDialog(page: Page, opener: string): Promise<void> {
  await page.locator(opener).first().click()
  await page.locator('dialog:modal').waitFor()
}

async function openJob(page: Page): Promise<void> {
  await openDialog(page, 'main a[href="/careers/e-commerce-data-analyst"]')
  await page.locator('#dialog-job .jd-next button').waitFor()
}

async function goToApplication(page: Page): Promise<void> {
  await page.locator('#dialog-job .jd-next button').click()
  await page.locator('#dialog-job form').waitFor()
}

export async function openApplication(page: Page): Promise<void> {
  await openJob(page)
  await goToApplication(page)
}

const job: OpenState = { name: 'dialog-job', path: '/careers', open: openJob }

const booking = {
  schedule: '/get-started',
  consultation: '/create-distribution-plan',
  discovery: '/services/ppc-advertising',
}

export const dialogStates: OpenState[] = [
  {
    name: 'dialog-contact',
    path: '/',
    open: (page) => openDialog(page, 'main a[data-opens=contact]'),
  },
  {
    name: 'dialog-contact-unscripted',
    path: '/',
    scripting: false,
    open: (page) => openDialogUnscripted(page, 'contact'),
  },
  ...Object.entries(booking).map(
    ([name, path]): OpenState => ({
      name: `dialog-${name}`,
      path,
      like: 'dialog-booking',
      async open(page) {
        await serveProvider(page)
        await openDialog(page, `main a[data-opens=${name}]`)
        await page.frameLocator('dialog iframe').getByRole('heading').waitFor()
      },
    }),
  ),
  {
    name: 'dialog-schedule-asking',
    path: booking.schedule,
    async open(page) {
      await askFirst(page, booking.schedule)
      await page.reload()
      await hydrated(page)
      await openDialog(page, 'main a[data-opens=schedule]')
    },
  },
  {
    name: 'dialog-schedule-loading',
    path: booking.schedule,
    async open(page) {
      // The provider never responds, so the calendar keeps loading.
      await page.route(provider.script, () => {})
      await openDialog(page, 'main a[data-opens=schedule]')
      await page.getByRole('status').getByText('Loading').waitFor()
    },
  },
  {
    name: 'dialog-schedule-blocked',
    path: booking.schedule,
    async open(page) {
      await page.route(provider.script, (route) => route.abort())
      await openDialog(page, 'main a[data-opens=schedule]')
      await page.getByText("The calendar didn't load.").waitFor()
    },
  },
  job,
  { name: 'dialog-job-application', path: '/careers', after: job, open: goToApplication },
  {
    name: 'dialog-resume',
    path: '/careers',
    open: (page) => openDialog(page, 'main a[data-opens=resume]'),
  },
]

/** Opens a dialog on a page without JavaScript, by clicking a link to its id. */
async function openDialogUnscripted(page: Page, name: string): Promise<void> {
  await page.locator(`main a[href="#dialog-${name}"]`).first().click()
  await page.locator(`#dialog-${name}:target`).waitFor()
}
