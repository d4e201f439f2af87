import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SiteForms } from '../../relay/site-forms.ts'
import { getVisitorContact } from '../../relay/targets/mail-message.ts'
import { type Contract, contractSchema } from '../../src/forms/contract.ts'
import { addConditionHints } from '../../src/forms/default-messages.ts'
import { readAttachment } from './claims.ts'
import { pdf } from './documents.ts'
import { APPLY, createHttpFixture, HTML, readResponse, SUBMIT, toForm } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'

const options = [
  { value: 'amazon', label: 'Amazon' },
  { value: 'shop', label: 'My own shop' },
]
const when = { field: 'sellsOn', is: ['amazon'] }
const sheet = { kind: 'file', extensions: ['pdf'], maxMegabytes: 1, tooLarge: { text: 'Too large' }, required: true }
const FIELDS = [
  { kind: 'radio', name: 'sellsOn', label: 'Where do you sell?', options, required: true },
  { kind: 'text', name: 'store', label: 'Store', required: true, hint: 'As buyers see it.', when },
  { kind: 'consent', name: 'terms', label: 'Terms', text: 'I accept the terms.', required: true, when },
  { kind: 'email', name: 'email', label: 'Email', required: true },
]

/** Returns the site's forms and two with conditions; only `sheets` accepts files. */
function createForms(): SiteForms {
  const forms = createSiteForms()
  const { contact } = forms.forms
  const site = { language: 'en-US', labels: { conditionHint: 'Only if you chose {options}.' } }
  const create = (own: object): Contract => addConditionHints(contractSchema.parse({ ...contact, ...own }), site)
  const quote = create({ formType: 'quote', groups: [{ fields: FIELDS }] })
  const files = [
    { ...sheet, name: 'sheet', label: 'Sheet', when },
    { ...sheet, name: 'plan', label: 'Plan' },
  ]
  const sheets = create({
    formType: 'sheets',
    endpoint: 'submit-application',
    fixed: { form: 'sheets' },
    groups: [{ fields: [...FIELDS, ...files] }],
  })
  return { ...forms, forms: { ...forms.forms, quote, sheets } }
}
const forms = createForms()

const SHOP = { formType: 'quote', sellsOn: 'shop', email: 'ada@mail.example' }
const HIDDEN = { store: 'Hidden store', terms: '0123456789abcdef' }
const file = (name: string) => new File([pdf()], name)

describe('an answer to a field that does not apply', () => {
  test('is neither required nor stored, and does not make a submission a different one', async () => {
    const fixture = await createHttpFixture({ forms })
    const key = { 'idempotency-key': 'one' }
    const first = await readResponse(await fixture.postJson(SHOP, key))
    expect(first.status).toBe(202)
    const again = await readResponse(await fixture.postJson({ ...SHOP, ...HIDDEN }, key))
    expect([again.status, again.json.id]).toEqual([202, first.json.id])
    const entry = await fixture.store.read(first.json.id)
    expect(entry?.envelope.values).toEqual({ sellsOn: 'shop', email: 'ada@mail.example' })
    expect(entry?.envelope.consents).toBeUndefined()
  })

  test.each([
    ['JSON', (fixture: Awaited<ReturnType<typeof createHttpFixture>>) => fixture.postJson({ ...SHOP, ...HIDDEN })],
    [
      'a form',
      (fixture: Awaited<ReturnType<typeof createHttpFixture>>) =>
        fixture.post(SUBMIT, new URLSearchParams({ ...SHOP, ...HIDDEN }), HTML),
    ],
  ])('is dropped from %s, even if it is invalid', async (_, post) => {
    const fixture = await createHttpFixture({ forms })
    expect((await post(fixture)).status).toBeLessThan(400)
    const [id = ''] = await fixture.names('queue')
    const text = JSON.stringify((await fixture.store.read(id))?.envelope)
    expect(text).toContain('ada@mail.example')
    expect(text).not.toMatch(/Hidden store|0123456789abcdef|terms/)
  })

  test('is required and stored as soon as the field applies', async () => {
    const fixture = await createHttpFixture({ forms })
    const { status, json } = await readResponse(await fixture.postJson({ ...SHOP, sellsOn: 'amazon' }))
    expect([status, json.errors.map(({ field }: { field: string }) => field)]).toEqual([422, ['store', 'terms']])
  })

  test('is not used as the address for replies', () => {
    const work = { kind: 'email', name: 'work', label: 'Work', when }
    const contract = contractSchema.parse({ ...forms.forms.quote, groups: [{ fields: [FIELDS[0], work, FIELDS[3]] }] })
    const all = { ...forms, forms: { quote: contract } }
    const envelope = { values: { sellsOn: 'shop', email: 'ada@mail.example' }, formType: 'quote' }
    expect(getVisitorContact(envelope as never, all).address).toBe('ada@mail.example')
  })
})

describe('a file in a field that does not apply', () => {
  const texts = { form: 'sheets', sellsOn: 'shop', email: 'ada@mail.example' }

  test('is deleted, and the other files are stored', async () => {
    const fixture = await createHttpFixture({ forms })
    const body = toForm(texts, { sheet: file('sheet.pdf'), plan: file('plan.pdf') })
    const { status, json } = await readResponse(await fixture.post(APPLY, body))
    expect(status).toBe(202)
    const entry = await fixture.store.read(json.id)
    expect(entry?.envelope.attachments.map(({ field, name }) => [field, name])).toEqual([['plan', 'plan.pdf']])
    const stored = await readdir(path.join(fixture.folder, 'queue', json.id))
    expect(stored.filter((name) => name.endsWith('.bin'))).toEqual([entry?.envelope.attachments[0]?.file])
    expect(await readAttachment(fixture.store, json.id, entry?.envelope.attachments[0]?.file)).toEqual(pdf())
  })

  test('is not asked for again on the page with errors', async () => {
    const fixture = await createHttpFixture({ forms })
    const body = toForm({ ...texts, email: 'nobody' }, { plan: file('plan.pdf') })
    const { status, text } = await readResponse(await fixture.post(APPLY, body, HTML))
    expect(status).toBe(422)
    expect([...text.matchAll(/<a href="#sheets-(\w+)">/g)].map(([, name]) => name)).toEqual(['email', 'plan'])
  })
})

test('the page with errors shows every field, conditions as hints, and no conditional field as required', async () => {
  const fixture = await createHttpFixture({ forms })
  const body = new URLSearchParams({ ...SHOP, ...HIDDEN, email: 'nobody' })
  const { status, text } = await readResponse(await fixture.post(SUBMIT, body, HTML))
  expect(status).toBe(422)
  expect(text).toContain('Only if you chose Amazon. As buyers see it.')
  const controls = [...text.matchAll(/<input[^>]*? name="(\w+)"[^>]*>/g)]
  const required = controls.flatMap(([tag, name]) => (tag.includes(' required=') ? [name] : []))
  expect(required).toEqual(['sellsOn', 'sellsOn', 'email'])
  expect(text).toContain('value="Hidden store"')
})
