import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { listConsentFields } from '../../src/forms/kinds/consent/consent-fields.ts'
import { getConsentVersion } from '../../src/forms/kinds/consent/version.ts'
import { toPlainText } from '../../src/schema/inline-markdown.ts'
import { validAnswers } from '../relay/valid-answers.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { fillForm, formOf, places } from './fill-form.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

const browser = sharedBrowser()
let relay: RunningRelay
beforeAll(async () => {
  relay = await runRelay(inject('out'))
})
afterAll(() => relay?.stop())

const EARLIER = '0123456789abcdef'

describe.each([true, false])('the consent in the contact form (JavaScript: %s)', (javaScriptEnabled) => {
  /** Opens the contact form. @param shownVersion version of the text on the page, if it is not the current one */
  async function openContact(shownVersion?: string) {
    const { contact } = relay.contracts
    const [field] = contact ? listConsentFields(contact) : []
    if (!contact || !field) throw new Error('the contact form has no consent field')
    const version = getConsentVersion(field)
    const { page, close } = await browser.open({ javaScriptEnabled })
    const { path, opener = '' } = places.contact ?? { path: '/' }
    await page.route(relay.site + path, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll(version, shownVersion ?? version) })
    })
    await page.goto(relay.site + path)
    if (javaScriptEnabled) await hydrated(page)
    await page.locator(opener).first().click()
    const checkbox = formOf(page, contact).locator(`[name="${field.name}"]`)
    const send = async (given: boolean) => {
      const before = relay.received().length
      await fillForm(page, contact, { ...validAnswers(contact), [field.name]: '' })
      await checkbox.setChecked(given)
      await formOf(page, contact).locator('button[type=submit]').click()
      await expect.poll(() => relay.received().length).toBe(before + 1)
      return relay.received().at(-1)?.consents
    }
    return { page, field, checkbox, send, version, close }
  }

  it('is not checked at first, has its text as its name, and can be left unchecked', async () => {
    const { page, field, checkbox, send, version, close } = await openContact()
    expect(await checkbox.isChecked()).toBe(false)
    const name = `${toPlainText(field.text)} optional`
    expect(await page.getByRole('checkbox', { name, exact: true }).count()).toBe(1)
    expect(await send(false)).toEqual([{ field: field.name, given: false, version, text: field.text }])
    await close()
  })

  it('is stored with the version and the words that the page showed', async () => {
    const { field, send, version, close } = await openContact()
    expect(await send(true)).toEqual([{ field: field.name, given: true, version, text: field.text }])
    await close()
  })

  it('is stored without words if the page was built with an earlier text', async () => {
    const { field, send, close } = await openContact(EARLIER)
    expect(await send(true)).toEqual([{ field: field.name, given: true, version: EARLIER }])
    await close()
  })

  it('has links in its text that open without checking the box', async () => {
    const { page, checkbox, close } = await openContact()
    await page.locator('.consent a').click()
    await page.waitForURL(`${relay.site}/privacy`)
    await page.goBack()
    expect(await checkbox.isChecked()).toBe(false)
    await close()
  })
})
