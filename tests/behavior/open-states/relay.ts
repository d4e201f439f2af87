import type { Page } from 'playwright-core'
import type { Contract } from '../../../src/forms/contract.ts'
import { validAnswers } from '../../relay/valid-answers.ts'
import { fillForm, formOf, resumeFile } from '../fill-form.ts'
import { largeFile } from '../large-file.ts'
import { consentAnswer, createPageLink } from '../signed-links.ts'
import type { OpenState } from './state.ts'

/** Submits a form without JavaScript and waits for the resulting page. */
async function postPlainly(page: Page, contract: Contract): Promise<void> {
  await Promise.all([
    page.waitForURL(/\/(?:functions\/v1|thanks)\//),
    formOf(page, contract).evaluate((form) => HTMLFormElement.prototype.submit.call(form)),
  ])
}

/** Opens a page that the relay serves. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
}

/** Sends a submission as an API client would. @returns its id */
async function send(page: Page, contract: Contract, values = validAnswers(contract)): Promise<string> {
  const { origin } = new URL(page.url())
  const options = { headers: { accept: 'application/json' } }
  const response =
    contract.endpoint === 'submit-application'
      ? await page.request.post(`${origin}/functions/v1/submit-application`, {
          ...options,
          multipart: { ...(values as Record<string, string>), ...contract.fixed, resume: resumeFile },
        })
      : await page.request.post(`${origin}/functions/v1/send-form-submission`, {
          ...options,
          data: { formType: contract.formType, ...values },
        })
  if (response.status() !== 202) throw new Error(`${contract.formType}: ${response.status()} ${await response.text()}`)
  return (await response.json()).id
}

/** Lists the states of relay pages: responses to forms sent without JavaScript, the inbox, and emails. */
export function listRelayStates(contracts: Record<string, Contract>): OpenState[] {
  const contractOf = (name: string): Contract => {
    const contract = contracts[name]
    if (!contract) throw new Error(`there is no form ${name}`)
    return contract
  }
  const plan = contractOf('brand-plan')
  const application = contractOf('job-application')
  const applicationPath = '/careers/e-commerce-data-analyst'

  /** Sends a contact form, a brand plan and a job application, and waits for delivery. @returns the application's id */
  const fillInbox = async (page: Page): Promise<string> => {
    await send(page, contractOf('contact'))
    await send(page, plan)
    const id = await send(page, application)
    await visit(page, '/inbox')
    const delivered = page.locator('.entry .state[data-is=delivered]')
    for (let attempts = 0; (await delivered.count()) < 3; attempts += 1) {
      if (attempts === 100) throw new Error('not all submissions were delivered')
      await page.reload()
    }
    return id
  }

  const empty: OpenState = { name: 'inbox-empty', path: '/', fresh: true, open: (page) => visit(page, '/inbox') }
  const filled: OpenState = {
    name: 'inbox',
    path: '/',
    after: empty,
    fresh: true,
    open: async (page) => void (await fillInbox(page)),
  }

  const outcome: OpenState = {
    name: 'relay-outcome',
    path: '/',
    async open(page) {
      const id = await send(page, contractOf('consultation'))
      await page.goto(createPageLink(new URL(page.url()).origin, 'outcome', id))
    },
  }

  const consent: OpenState = {
    name: 'relay-consent',
    path: '/',
    async open(page) {
      const contract = contractOf('consultation')
      const id = await send(page, contract, { ...validAnswers(contract), ...consentAnswer })
      await page.goto(createPageLink(new URL(page.url()).origin, 'consent', id))
    },
  }

  return [
    {
      name: 'relay-problems',
      path: '/create-brand-plan',
      async open(page) {
        await fillForm(page, plan, { ...validAnswers(plan), name: '', email: 'mara.alderfig.com' })
        await postPlainly(page, plan)
      },
    },
    {
      name: 'relay-problems-file',
      path: applicationPath,
      async open(page) {
        const { name: _, ...answers } = validAnswers(application)
        await fillForm(page, application, { ...answers, name: '' })
        await postPlainly(page, application)
      },
    },
    {
      name: 'relay-too-large',
      path: applicationPath,
      async open(page) {
        await fillForm(page, application, validAnswers(application))
        await formOf(page, application)
          .locator('[name=resume]')
          .setInputFiles(largeFile(20 * 1024 * 1024))
        await postPlainly(page, application)
      },
    },
    {
      name: 'relay-thanks',
      path: '/create-brand-plan',
      async open(page) {
        await fillForm(page, plan, validAnswers(plan))
        await postPlainly(page, plan)
      },
    },
    outcome,
    {
      name: 'relay-outcome-recorded',
      path: '/',
      after: outcome,
      async open(page) {
        await page.getByRole('button', { name: 'Qualified' }).click()
        await page.getByLabel('Value').fill('12000')
        await page.getByRole('button', { name: 'Won' }).click()
        await page.getByText('Won, $12,000.00').waitFor()
      },
    },
    consent,
    {
      name: 'relay-consent-confirmed',
      path: '/',
      after: consent,
      async open(page) {
        await page.getByRole('button', { name: 'Confirm' }).click()
        await page.getByRole('heading', { name: 'You have confirmed your consent' }).waitFor()
      },
    },
    { name: 'relay-not-found', path: '/', open: (page) => visit(page, '/thanks/nothing') },
    empty,
    filled,
    {
      name: 'inbox-entry-open',
      path: '/',
      after: filled,
      fresh: true,
      async open(page) {
        for (const fold of await page.locator('.entry').first().locator('summary').all()) await fold.click()
        await page.frameLocator('.entry iframe').first().locator('h1').waitFor()
      },
    },
    {
      name: 'mail',
      path: '/',
      fresh: true,
      sandboxed: true,
      async open(page) {
        const id = await fillInbox(page)
        await visit(page, `/inbox/${id}/mail/file`)
      },
    },
  ]
}
