import type { Page } from 'playwright-core'
import type { Contract } from '../../../src/forms/contract.ts'
import { listFileFields, maxBytes } from '../../../src/forms/kinds/file/file-fields.ts'
import { validAnswers } from '../../relay/valid-answers.ts'
import { fillForm, formOf, places } from '../fill-form.ts'
import { largeFile } from '../large-file.ts'
import { openApplication, openDialog } from './dialogs.ts'
import type { OpenState } from './state.ts'

const POSTS = '**/functions/v1/**'

/** The states of one form between its first press and its answer. */
function listStatesOf(
  contract: Contract,
  name: string,
  { path, part, reach }: { path: string; part: string | undefined; reach: (page: Page) => Promise<void> },
): OpenState[] {
  const press = (page: Page) => formOf(page, contract).locator('button[type=submit]').click()
  const first = (what: string, open: (page: Page) => Promise<void>, shown?: string): OpenState => ({
    name: `form-${name}-${what}`,
    path,
    ...(shown ? { part: shown } : {}),
    async open(page) {
      await reach(page)
      await open(page)
    },
  })
  const next = (after: OpenState, what: string, open: (page: Page) => Promise<void>): OpenState => ({
    name: `form-${name}-${what}`,
    path,
    after,
    open,
  })
  /** In the form, or for titled messages and dialogs that close, in a notice. */
  const told = (page: Page, tone: 'ok' | 'error') =>
    page.locator(`.told[data-tone=${tone}], .notices-item[data-tone=${tone}]`).first().waitFor()

  const submitting = first('submitting', async (page) => {
    await fillForm(page, contract, validAnswers(contract))
    // Never answered: it goes on sending.
    await page.route(POSTS, () => {})
    await press(page)
    await formOf(page, contract).locator('button[aria-disabled=true]').waitFor()
  })
  const errors = first(
    'errors',
    async (page) => {
      // Past the browser's checks, as an old browser would.
      await formOf(page, contract).evaluate((form) => {
        ;(form as HTMLFormElement).noValidate = true
      })
      await press(page)
      await formOf(page, contract).locator('.error-summary:focus').waitFor()
    },
    part,
  )
  const failure = next(errors, 'failure', async (page) => {
    await fillForm(page, contract, validAnswers(contract))
    await page.route(POSTS, (route) => route.fulfill({ status: 500 }))
    await press(page)
    await told(page, 'error')
  })
  const success = next(failure, 'success', async (page) => {
    await page.unroute(POSTS)
    await press(page)
    await told(page, 'ok')
  })
  const tooLarge = listFileFields(contract).map((file) =>
    first('too-large', async (page) => {
      await formOf(page, contract)
        .locator(`[name="${file.name}"]`)
        .setInputFiles(largeFile(maxBytes(file) + 1))
      await told(page, 'error')
    }),
  )
  return [submitting, errors, failure, success, ...tooLarge]
}

/** Every form empty-handed, on its way, refused by the relay's failure, and accepted. */
export function listFormStates(contracts: Record<string, Contract>): OpenState[] {
  const inPages = Object.entries(places).flatMap(([name, { path, opener }]) => {
    const contract = contracts[name]
    if (!contract) throw new Error(`there is no form ${name}`)
    return listStatesOf(contract, name, {
      path,
      part: opener || contract.onSuccess === 'reset-and-close' ? undefined : `form[data-form="${name}"]`,
      reach: async (page) => {
        if (opener) await openDialog(page, opener)
      },
    })
  })
  const application = contracts['job-application']
  const inDialog = application
    ? listStatesOf(application, 'job-dialog', { path: '/careers', part: undefined, reach: openApplication })
    : []
  return [...inPages, ...inDialog]
}
