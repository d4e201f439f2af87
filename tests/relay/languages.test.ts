import { expect, test } from 'vitest'
import { parseSiteForms, type SiteForms } from '../../relay/site-forms.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { createHttpFixture, HTML, SUBMIT } from './http-fixture.ts'
import { CONTACT, startMailRelay } from './mail-relay.ts'
import { createSiteForms } from './site-forms.ts'

const IN_GERMAN = `${SUBMIT}?language=de`

/** Returns the site's forms, with the contact form also in German, as the relay reads them from forms.json. */
function createBilingualForms(): SiteForms {
  const source = createSiteForms()
  const contact = source.forms.contact as Contract
  const german = {
    ...contact,
    title: 'Schreiben Sie uns',
    groups: contact.groups.map((group) => ({
      ...group,
      fields: group.fields.map((field) =>
        field.name === 'email'
          ? { ...field, label: 'E-Mail', messages: { required: 'Ihre E-Mail-Adresse fehlt', invalid: 'Bitte prüfen' } }
          : field,
      ),
    })),
    thanks: { heading: 'Danke', text: 'Wir melden uns morgen.' },
    confirmation: { subject: 'Ihre Nachricht ist da', body: 'Wir lesen jede Nachricht.' },
  }
  const english = { ...contact, confirmation: { subject: 'Your message is here', body: 'We read every message.' } }
  const translations = { de: { site: { ...source.site, language: 'de' }, forms: { ...source.forms, contact: german } } }
  const all = { ...source, forms: { ...source.forms, contact: english }, translations }
  return parseSiteForms(JSON.stringify(all), 'forms.json')
}

const postPage = (fixture: Awaited<ReturnType<typeof createHttpFixture>>, answers: Record<string, string>) =>
  fixture.post(IN_GERMAN, new URLSearchParams(answers), HTML)

test('a form in another language without JavaScript is answered with pages in that language', async () => {
  const fixture = await createHttpFixture({ forms: createBilingualForms() })
  const refused = await postPage(fixture, { ...CONTACT, email: '' })
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain('<html lang="de">')
  expect(page).toContain('Ihre E-Mail-Adresse fehlt')
  // The corrected form is sent in the same language.
  expect(page).toContain('action="send-form-submission?language=de"')
  const accepted = await postPage(fixture, CONTACT)
  expect(accepted.status).toBe(303)
  const thanks = await fetch(new URL(accepted.headers.get('location') ?? '', fixture.address + SUBMIT))
  expect(await thanks.text()).toMatch(/<html lang="de">.*<h1>Danke<\/h1>/s)
})

test('a form sends the same values in every language, and only the envelope names the language', async () => {
  const fixture = await createHttpFixture({ forms: createBilingualForms() })
  const send = async (address: string) => {
    const body = JSON.stringify(CONTACT)
    const response = await fixture.post(address, body, { 'content-type': 'application/json' })
    const { id } = (await response.json()) as { id: string }
    return (await fixture.store.read(id))?.envelope
  }
  const [english, german, unknown] = [await send(SUBMIT), await send(IN_GERMAN), await send(`${SUBMIT}?language=fr`)]
  expect(german?.values).toEqual(english?.values)
  expect([english?.language, german?.language, unknown?.language]).toEqual([undefined, 'de', undefined])
})

test('visitors receive emails in the language of the form, and the team in that of the site', async () => {
  const { address, ended, confirmations, mails } = await startMailRelay({ forms: createBilingualForms() })
  const body = JSON.stringify(CONTACT)
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(address + IN_GERMAN, { method: 'POST', body, headers })
  const { id } = (await response.json()) as { id: string }
  expect(await ended(id)).toMatchObject({ status: 'delivered' })
  const [confirmation] = confirmations()
  expect(confirmation?.mail.subject).toBe('Ihre Nachricht ist da')
  expect(confirmation?.mail.text).toContain('eingegeben wurde')
  expect(mails.find(({ to }) => to.includes('team@northshelf.example'))?.mail.text).toContain('Sent from')
})
