import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportCommand } from '../../relay/commands/export.ts'
import { showCommand } from '../../relay/commands/show.ts'
import type { SiteForms } from '../../relay/site-forms.ts'
import { formatEnvelope, parseEnvelope } from '../../relay/store/envelope-text.ts'
import { listAnswers } from '../../relay/targets/answers.ts'
import { createSubmissionRecord } from '../../relay/targets/record.ts'
import { de } from '../../relay/translations/de.ts'
import { contractSchema } from '../../src/forms/contract.ts'
import { collect } from './collect.ts'
import { describeEachStore } from './each-store.ts'
import { startEveryTarget } from './every-target.ts'
import { createHttpFixture, HTML, readResponse, SUBMIT } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'
import { envelopeOf } from './spool-fixture.ts'
import { until } from './until.ts'

const TEXT = 'Email me *news* & offers. See the [privacy notice](/privacy).'
const WORDS = 'Email me news & offers. See the privacy notice.'
const VERSION = createHash('sha256').update(TEXT).digest('hex').slice(0, 16)
const EARLIER = '0123456789abcdef'
const ANSWERS = { name: 'Ada', email: 'ada@mail.example', message: 'Hello' }

/** Returns the site's forms. The contact form asks for a required consent, `terms`, and an optional one, `news`. */
function createForms(): SiteForms {
  const forms = createSiteForms()
  const { contact } = forms.forms
  if (!contact) throw new Error('there is no contact form')
  const fields = [
    { kind: 'consent', name: 'terms', label: 'Terms', text: 'I accept the terms.', required: true },
    { kind: 'consent', name: 'news', label: 'News', text: TEXT },
  ]
  const own = (contact.groups[0]?.fields ?? []).filter(({ kind }) => kind !== 'consent')
  const groups = [{ fields: [...own, ...fields] }]
  return { ...forms, forms: { ...forms.forms, contact: contractSchema.parse({ ...contact, groups }) } }
}
const TERMS = createHash('sha256').update('I accept the terms.').digest('hex').slice(0, 16)

const toBody = (more: Record<string, string>): URLSearchParams =>
  new URLSearchParams({ formType: 'contact', ...ANSWERS, ...more })

describeEachStore((getStoreUrl) => {
  test('the email, the webhook, the template, the file target and the commands contain the text of a consent', async () => {
    const forms = createForms()
    const template = '{"id": "{_id}", "news": "{news}", "text": "{_answers}"}'
    const { config, address, hook, service, mailbox, outbox } = await startEveryTarget(forms, template, getStoreUrl())
    const post = async (more: Record<string, string>, headers: Record<string, string>) => {
      const json = headers.accept === undefined
      const body = json ? JSON.stringify(Object.fromEntries(toBody(more))) : toBody(more)
      const type: Record<string, string> = json ? { 'content-type': 'application/json' } : {}
      return fetch(address + SUBMIT, {
        method: 'POST',
        body,
        headers: { ...headers, ...type },
        redirect: 'manual',
      })
    }
    expect((await post({ terms: TERMS, news: VERSION }, HTML)).status).toBe(303)
    expect((await post({ terms: TERMS, news: EARLIER, name: 'Bea' }, {})).status).toBe(202)
    expect((await post({ terms: TERMS, news: '', name: 'Cem' }, {})).status).toBe(202)
    await until('everything is delivered', async () => {
      const files = await readdir(outbox).catch(() => [])
      const written = files.filter((name) => /^[^.].*(?:json|eml)$/.test(name))
      return hook.calls.length === 3 && service.calls.length === 3 && mailbox.mails.length === 3 && written.length === 6
    })
    const terms = { field: 'terms', given: true, version: TERMS, text: 'I accept the terms.' }
    const expected: Record<string, { consent: object; words: string }> = {
      Ada: { consent: { field: 'news', given: true, version: VERSION, text: TEXT }, words: `Yes: ${WORDS}` },
      Bea: {
        consent: { field: 'news', given: true, version: EARLIER },
        words: `Yes: an earlier version of the text (${EARLIER})`,
      },
      Cem: { consent: { field: 'news', given: false, version: VERSION, text: TEXT }, words: `No: ${WORDS}` },
    }
    const exported = (await collect(exportCommand.run(config, { forms, to: undefined }))).data
    for (const [name, { consent, words }] of Object.entries(expected)) {
      const records = hook.calls.map(({ body }) => JSON.parse(body))
      const record = records.find(({ values }) => values.name === name)
      expect(record).toMatchObject({ consents: [terms, consent], values: { name } })
      expect(JSON.parse(await readFile(path.join(outbox, `${record.id}.json`), 'utf8'))).toEqual(record)
      expect(exported.find(({ id }) => id === record.id)).toMatchObject({ consents: [terms, consent] })
      const { mail } = mailbox.mails.find(({ mail: { messageId } }) => messageId?.includes(record.id)) ?? {}
      expect(mail?.text).toContain(`Terms: Yes: I accept the terms.\nNews: ${words}\n`)
      const { text, news } = service.calls.map(({ body }) => JSON.parse(body)).find(({ id }) => id === record.id)
      expect(news).toBe(name !== 'Cem')
      expect(text).toContain(`Terms: Yes: I accept the terms.\nNews: ${words}`)
      expect(mail?.html).toContain(words.replace('&', '&amp;'))
      const shown = await showCommand.run(config, { id: record.id, forms })
      const lines = shown.text.split('\n')
      expect(lines.filter((line) => line.startsWith('News ') && line.endsWith(` ${words}`))).toHaveLength(1)
      expect(shown.data.envelope.consents).toEqual([terms, consent])
    }
  })
})

test('the inbox shows consents, and until when a submission is kept', async () => {
  const { address, post, store } = await createHttpFixture({ env: { RELAY_INBOX: 'true' }, forms: createForms() })
  await post(SUBMIT, toBody({ terms: TERMS }), HTML)
  await post(SUBMIT, toBody({ terms: TERMS, _subject: 'x', name: 'Bot' }), HTML)
  const { text } = await readResponse(await fetch(`${address}/inbox`))
  expect(text).toContain('<dt>News</dt><dd>No: Email me news &amp; offers. See the privacy notice.</dd>')
  expect(await store.count('spam')).toBe(1)
  // Only spam, which is not in the queue, has a date: 365 days after January 5.
  expect(text.match(/Kept until [^<]*/g)).toEqual(['Kept until Jan 5, 2027, 9:00:00 AM UTC'])
})

test.each<[string, unknown]>([
  ['a word', 'yes'],
  ['the whole hash', 'a'.repeat(64)],
  ['a hash that is one digit too short', VERSION.slice(1)],
  ['upper-case digits', 'ABCDEF0123456789'],
  ['markup', '<script>alert(1)</script>'],
  ['10,000 characters', 'a'.repeat(10_000)],
  ['a line break after the hash', `${VERSION}\n`],
  ['a control character', `${VERSION.slice(1)}\u0000`],
  ['two values', [VERSION, EARLIER]],
  ['the same value twice', [VERSION, VERSION]],
  ['a number', 1],
  ['true', true],
  ['an object', { given: true }],
  ['a nested list', [[VERSION]]],
])('a forged consent, %s, returns 422 and names the field', async (_, news) => {
  const { postJson, post, store } = await createHttpFixture({ forms: createForms() })
  const { status, json } = await readResponse(await postJson({ formType: 'contact', ...ANSWERS, terms: TERMS, news }))
  expect(status).toBe(422)
  expect(json.errors).toEqual([{ field: 'news', code: 'invalid', detail: 'News' }])
  if (![news].flat().every((value) => typeof value === 'string')) return
  const body = toBody({ terms: TERMS })
  for (const value of [news].flat()) body.append('news', String(value))
  const page = await readResponse(await post(SUBMIT, body, HTML))
  expect(page.status).toBe(422)
  expect(page.text).toContain('id="contact-news-error">News</p>')
  expect(await store.count('queue')).toBe(0)
})

test('a missing required consent returns the form with all answers and with consents only to the current text', async () => {
  const { address, post, postJson } = await createHttpFixture({ forms: createForms() })
  const { status, json } = await readResponse(await postJson({ formType: 'contact', ...ANSWERS, terms: '' }))
  expect([status, json.errors]).toEqual([422, [{ field: 'terms', code: 'required', detail: 'Terms' }]])
  const referer = `${address}/services`
  const pageFor = async (news: string) =>
    (await readResponse(await post(SUBMIT, toBody({ news, name: 'Ada & Bea' }), { ...HTML, referer }))).text
  const checkboxes = (text: string) => [...text.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([tag]) => tag)
  const [terms = '', news = ''] = checkboxes(await pageFor(VERSION))
  expect(terms).toContain('required=""')
  expect(terms).toContain(`value="${TERMS}"`)
  expect(terms).not.toContain('checked')
  expect(news).toContain('checked=""')
  expect(news).not.toContain('required')
  expect(await pageFor(VERSION)).toContain('value="Ada &amp; Bea"')
  expect(await pageFor(VERSION)).toContain(
    `<span>Email me <em>news</em> &amp; offers. See the <a href="${address}/privacy">privacy notice</a>.</span>`,
  )
  // The page now shows another text than the one that the visitor agreed to.
  expect(checkboxes(await pageFor(EARLIER))[1]).not.toContain('checked')
})

test('envelopes without consents are still read, and consents of removed fields are shown', () => {
  const draft = { id: '019b8d3f-7c00-7abc-8def-0123456789ab' }
  const old = envelopeOf(draft, 0)
  expect(parseEnvelope(formatEnvelope(old), draft.id)).not.toHaveProperty('consents')
  expect(createSubmissionRecord(old, createForms())).not.toHaveProperty('consents', expect.anything())
  const consents = [{ field: 'oldTerms', given: true, version: TERMS, text: 'I accept the **terms**.' }]
  const answers = listAnswers(undefined, { values: { oldTerms: TERMS }, consents }, de)
  expect(answers).toEqual([{ label: 'Old terms', text: 'Ja: I accept the terms.', long: false }])
})
