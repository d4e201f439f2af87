import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { validAnswers } from '../relay/valid-answers.ts'
import { sharedBrowser } from './browser.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'
import { consentAnswer, createPageLink, linkSettings, withConsent } from './signed-links.ts'

const browser = sharedBrowser()
let relay: RunningRelay
beforeAll(async () => {
  relay = await runRelay(inject('out'), linkSettings, withConsent)
})
afterAll(() => relay?.stop())

/** Sends a submission and opens a page about it. */
async function openPage(name: 'outcome' | 'consent', javaScriptEnabled: boolean) {
  const contract = relay.contracts.consultation ?? expect.unreachable()
  const body = JSON.stringify({ formType: contract.formType, ...validAnswers(contract), ...consentAnswer })
  const headers = { 'content-type': 'application/json' }
  const sent = await fetch(`${relay.site}/functions/v1/${contract.endpoint}`, { method: 'POST', body, headers })
  const { id } = (await sent.json()) as { id: string }
  const opened = await browser.open({ javaScriptEnabled })
  await opened.page.goto(createPageLink(relay.site, name, id))
  return { ...opened, rows: () => opened.page.locator('dd').allTextContents() }
}

it.each([true, false])(
  'the page of a consent confirms it with its button, by keyboard (JavaScript: %s)',
  async (js) => {
    const { page, close } = await openPage('consent', js)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'You have confirmed your consent' }).waitFor()
    await page.reload()
    expect(await page.getByText('(confirmed on ').count()).toBe(1)
    expect(await page.getByRole('button').count()).toBe(0)
    await close()
  },
)

describe.each([true, false])('the page of an outcome (JavaScript: %s)', (javaScriptEnabled) => {
  it('records each outcome with its button, and shows the newest first', async () => {
    const { page, rows, close } = await openPage('outcome', javaScriptEnabled)
    await page.getByRole('button', { name: 'Qualified' }).click()
    await expect.poll(rows).toEqual(['Qualified'])
    await page.getByRole('button', { name: 'Lost' }).click()
    await expect.poll(rows).toEqual(['Lost', 'Qualified'])
    await page.reload()
    expect(await rows()).toEqual(['Lost', 'Qualified'])
    await close()
  })

  it('works with the keyboard; Enter in the value records that the lead was won', async () => {
    const { page, rows, close } = await openPage('outcome', javaScriptEnabled)
    await page.getByRole('button', { name: 'Qualified' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.type('99.50')
    await page.keyboard.press('Tab')
    await page.keyboard.type('EUR')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(rows).toEqual(['Won, €99.50'])
    expect(await page.getByLabel('Currency').inputValue()).toBe('EUR')
    await close()
  })

  it('rejects a value that is not an amount before sending it', async () => {
    const { page, rows, close } = await openPage('outcome', javaScriptEnabled)
    await page.getByLabel('Value').fill('1.234')
    await page.getByRole('button', { name: 'Won' }).click()
    expect(await page.getByLabel('Value').evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false)
    expect(await rows()).toEqual([])
    await close()
  })
})
