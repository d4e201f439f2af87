import type { Page } from 'playwright-core'
import type { Contract } from '../../../src/forms/contract.ts'
import { getMaxBytes, listFileFields } from '../../../src/forms/kinds/file/file-fields.ts'
import { validAnswers } from '../../relay/valid-answers.ts'
import { fillForm, formOf, places } from '../fill-form.ts'
import { largeFile } from '../large-file.ts'
import { openApplication, openDialog } from './dialogs.ts'
import type { OpenState } from './state.ts'

const POSTS = '**/functions/v1/**'

interface FormPlace {
  path: string
  /** Selector of the part that shows an invalid form. */
  part: string | undefined
  isDialog: boolean
  /** Opens the form, if it is in a dialog. */
  reach: (page: Page) => Promise<void>
}

/** Lists a form's states from its first submission to the response. */
function listStatesOf(contract: Contract, name: string, { path, part, isDialog, reach }: FormPlace): OpenState[] {
  const files = listFileFields(contract)
  const kind = [isDialog ? 'dialog' : 'page', contract.onSuccess, files.length > 0 ? 'file' : 'text'].join('-')
  const submit = (page: Page) => formOf(page, contract).locator('button[type=submit]').click()
  const first = (what: string, open: (page: Page) => Promise<void>, shown?: string): OpenState => ({
    name: `form-${name}-${what}`,
    path,
    // The invalid state shows every field of the form.
    ...(what === 'errors' ? {} : { like: `form-${kind}-${what}` }),
    ...(shown ? { part: shown } : {}),
    async open(page) {
      await reach(page)
      await open(page)
    },
  })
  const next = (after: OpenState, what: string, open: (page: Page) => Promise<void>): OpenState => ({
    name: `form-${name}-${what}`,
    path,
    like: `form-${kind}-${what}`,
    after,
    open,
  })
  /**
   * Waits for the form's message, which appears in a notice if it has a title or the dialog closes, and otherwise in
   * the form.
   */
  const waitForMessage = (page: Page, tone: 'ok' | 'error') =>
    page.locator(`.told[data-tone=${tone}], .notices-item[data-tone=${tone}]`).first().waitFor()

  const submitting = first('submitting', async (page) => {
    await fillForm(page, contract, validAnswers(contract))
    // The relay never responds, so the form remains in the sending state.
    await page.route(POSTS, () => {})
    await submit(page)
    await formOf(page, contract).locator('button[aria-disabled=true]').waitFor()
  })
  const errors = first(
    'errors',
    async (page) => {
      // Skips the browser's validation, as an old browser would.
      await formOf(page, contract).evaluate((form) => {
        ;(form as HTMLFormElement).noValidate = true
      })
      await submit(page)
      await formOf(page, contract).locator('.error-summary:focus').waitFor()
    },
    part,
  )
  const failure = next(errors, 'failure', async (page) => {
    await fillForm(page, contract, validAnswers(contract))
    await page.route(POSTS, (route) => route.fulfill({ status: 500 }))
    await submit(page)
    await waitForMessage(page, 'error')
  })
  const success = next(failure, 'success', async (page) => {
    await page.unroute(POSTS)
    await submit(page)
    await waitForMessage(page, 'ok')
  })
  const tooLarge = files.map((file) =>
    first('too-large', async (page) => {
      await formOf(page, contract)
        .locator(`[name="${file.name}"]`)
        .setInputFiles(largeFile(getMaxBytes(file) + 1))
      await waitForMessage(page, 'error')
    }),
  )
  return [submitting, errors, failure, success, ...tooLarge]
}

/** Lists the states of every form: sending, invalid, failed, accepted, and file too large. */
export function listFormStates(contracts: Record<string, Contract>): OpenState[] {
  const inPages = Object.entries(places).flatMap(([name, { path, opener }]) => {
    const contract = contracts[name]
    if (!contract) throw new Error(`there is no form ${name}`)
    return listStatesOf(contract, name, {
      path,
      isDialog: opener !== undefined,
      part: opener || contract.onSuccess === 'reset-and-close' ? undefined : `form[data-form="${name}"]`,
      reach: async (page) => {
        if (opener) await openDialog(page, opener)
      },
    })
  })
  const application = contracts['job-application']
  const inDialog = application
    ? listStatesOf(application, 'job-dialog', {
        path: '/careers',
        isDialog: true,
        part: undefined,
        reach: openApplication,
      })
    : []
  return [...inPages, ...inDialog]
}
