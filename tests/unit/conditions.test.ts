import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LazyDraft } from '../../relay/intake/intake.ts'
import type { ParsedRequest } from '../../relay/intake/read-request.ts'
import { checkValues, validateSubmission } from '../../relay/intake/validate-submission.ts'
import { createSubmissionRecord } from '../../relay/targets/record.ts'
import { en } from '../../relay/translations/en.ts'
import { pickApplicableFields } from '../../src/forms/conditions.ts'
import { type Contract, contractSchema } from '../../src/forms/contract.ts'
import { addConditionHints } from '../../src/forms/default-messages.ts'
import { listFields } from '../../src/forms/fields.ts'
import { findReplyField } from '../../src/forms/kinds/get-field-type.ts'
import { createSample } from '../../src/forms/sample-answers.ts'
import { sendForm } from '../../src/forms/send-form.ts'
import { createRandom } from '../random.ts'
import { createSiteForms } from '../relay/site-forms.ts'

const TEXTS = {
  title: 'A quote',
  submit: { label: 'Send', busy: 'Sending' },
  success: { text: 'Sent' },
  failure: { text: 'Not sent' },
  thanks: { heading: 'Sent', text: 'We read it' },
}

/** Creates a contract as content defines it. */
function contractOf(...groups: unknown[]): Contract {
  return contractSchema.parse({ ...TEXTS, formType: 'quote', endpoint: 'send-form-submission', groups })
}

const options = [
  { value: 'amazon', label: 'Amazon' },
  { value: 'shop', label: 'My own shop' },
]
const sellsOn = { kind: 'checkboxes', name: 'sellsOn', label: 'Where do you sell?', options }
const ads = { kind: 'radio', name: 'ads', label: 'Ads?', options, when: { field: 'sellsOn', is: ['amazon'] } }
const spend = { kind: 'text', name: 'spend', label: 'Spend', required: true, when: { field: 'ads', is: ['amazon'] } }
const email = { kind: 'email', name: 'email', label: 'Email', required: true }

const namesOf = (contract: Contract) => listFields(contract).map(({ name }) => name)

describe('pickApplicableFields', () => {
  const chained = contractOf({ fields: [sellsOn, ads, spend, email] })

  it('omits fields whose condition does not hold, and fields that depend on them', () => {
    const answers = { sellsOn: ['shop'], ads: 'amazon', spend: '100' }
    expect(namesOf(pickApplicableFields(chained, answers))).toEqual(['sellsOn', 'email'])
    const both = { ...answers, sellsOn: ['shop', 'amazon'] }
    expect(namesOf(pickApplicableFields(chained, both))).toEqual(['sellsOn', 'ads', 'spend', 'email'])
    expect(namesOf(pickApplicableFields(chained, { ...both, ads: 'shop' }))).toEqual(['sellsOn', 'ads', 'email'])
    expect(namesOf(pickApplicableFields(chained, {}))).toEqual(['sellsOn', 'email'])
  })

  it('omits all fields of a group whose condition does not hold, and keeps the group', () => {
    const contract = contractOf(
      { fields: [sellsOn] },
      { when: { field: 'sellsOn', is: ['shop'] }, fields: [spend, { ...email, name: 'other' }] },
      { fields: [email] },
    )
    const groups = (answers: Record<string, unknown>) =>
      pickApplicableFields(contract, answers).groups.map(({ fields }) => fields.map(({ name }) => name))
    expect(groups({ sellsOn: ['amazon'] })).toEqual([['sellsOn'], [], ['email']])
    expect(groups({ sellsOn: ['shop'] })).toEqual([['sellsOn'], ['other'], ['email']])
  })

  it('omits fields that depend on themselves, on later fields and on fields that do not exist', () => {
    const later = { kind: 'text', name: 'a', label: 'A', when: { field: 'sellsOn', is: ['shop'] } }
    const itself = { ...ads, when: { field: 'ads', is: ['shop'] } }
    const unknown = { ...spend, when: { field: 'constructor', is: ['shop'] } }
    const contract = contractOf({ fields: [later, itself, unknown, sellsOn] })
    expect(namesOf(pickApplicableFields(contract, { sellsOn: ['shop'], ads: 'shop' }))).toEqual(['sellsOn'])
  })

  it('keeps forms without conditions unchanged', () => {
    const contract = contractOf({ title: 'One', fields: [sellsOn] }, { fields: [email] })
    expect(pickApplicableFields(contract, { sellsOn: [] })).toEqual(contract)
  })

  it('makes a required answer necessary only if the field applies', () => {
    const missing = (answers: Record<string, string | string[]>) =>
      checkValues(pickApplicableFields(chained, answers), answers).map(({ field }) => field)
    expect(missing({ sellsOn: ['shop'], email: 'a@b.example' })).toEqual([])
    expect(missing({ sellsOn: ['amazon'], ads: 'amazon', email: 'a@b.example' })).toEqual(['spend'])
  })
})

it('answers go to the first email field that applies', () => {
  const work = { ...email, name: 'work', when: { field: 'sellsOn', is: ['shop'] } }
  const contract = contractOf({ fields: [sellsOn, work, email] })
  expect(findReplyField(contract)?.name).toBe('work')
  expect(findReplyField(contract, { sellsOn: ['shop'] })?.name).toBe('work')
  expect(findReplyField(contract, { sellsOn: ['amazon'] })?.name).toBe('email')
})

describe('addConditionHints', () => {
  const site = { language: 'en-US', labels: { conditionHint: 'Only if you chose {options}.' } }
  const hintsOf = (contract: Contract) => listFields(addConditionHints(contract, site)).map(({ when }) => when?.hint)

  it('lists the labels of the options, then the hint of the field', () => {
    const both = { ...email, hint: 'We reply.', when: { field: 'sellsOn', is: ['amazon', 'shop'] } }
    expect(hintsOf(contractOf({ fields: [sellsOn, ads, both] }))).toEqual([
      undefined,
      'Only if you chose Amazon.',
      'Only if you chose Amazon or My own shop. We reply.',
    ])
  })

  it('keeps the hint of a condition, and gives the hint of a group to its fields', () => {
    const when = { field: 'sellsOn', is: ['shop'], hint: 'For owners of shops.' }
    expect(hintsOf(contractOf({ fields: [sellsOn] }, { when, fields: [email, spend] }))).toEqual([
      undefined,
      'For owners of shops.',
      'Only if you chose amazon.',
    ])
  })
})

describe('createSample', () => {
  const contract = contractOf({ fields: [sellsOn, ads, spend, email] })

  it('fills in only the fields that apply to its own answers', () => {
    const all = createSample(contract)
    expect(Object.keys(all.values)).toEqual(['sellsOn', 'ads', 'spend', 'email'])
    const required = createSample(contract, 'required')
    expect(Object.keys(required.values)).toEqual(['email'])
    expect(namesOf(required.contract)).toEqual(['sellsOn', 'email'])
  })

  it('attaches no files to fields that do not apply', () => {
    const file = { kind: 'file', extensions: ['pdf'], maxMegabytes: 1, tooLarge: { text: 'Too large' }, label: 'File' }
    const never = { ...file, name: 'never', when: { field: 'sellsOn', is: ['other'] } }
    const sample = createSample(contractOf({ fields: [sellsOn, { ...file, name: 'always' }, never] }))
    expect([...sample.files.keys()]).toEqual(['always'])
  })
})

const CASES = 2000

/** Creates a random contract. Most conditions depend on an earlier field with options; some never hold. */
function drawContract(random: () => number, withFiles: boolean): Contract {
  const below = (limit: number) => Math.floor(random() * limit)
  const values = ['a', 'b', 'c', 'd']
  const choices = values.map((value) => ({ value, label: value.toUpperCase() }))
  const sources: string[] = []
  const drawCondition = () => {
    if (random() < 0.4 || sources.length === 0) return undefined
    const field = random() < 0.05 ? `field${below(20)}` : sources[below(sources.length)]
    return { field, is: values.filter((_, index) => index === 0 || random() < 0.5).slice(-1 - below(3)) }
  }
  let count = 0
  const drawField = () => {
    const name = `field${count++}`
    const base = { name, label: name, when: drawCondition() }
    const kinds = ['radio', 'select', 'checkboxes', 'radio', 'text', 'slider', withFiles ? 'file' : 'textarea']
    const kind = kinds[below(kinds.length)]
    if (kind === 'file') return { ...base, kind, extensions: ['pdf'], maxMegabytes: 1, tooLarge: { text: 'Too large' } }
    if (kind === 'slider')
      return { ...base, kind, min: 0, max: 9, step: 1, default: 3, display: 'fixed', maxLabel: '9', wire: 'number' }
    if (kind === 'text' || kind === 'textarea') return { ...base, kind }
    sources.push(name)
    return { ...base, kind, options: choices, ...(kind === 'select' && { placeholder: 'Choose' }) }
  }
  const groups = Array.from({ length: 1 + below(4) }, () => ({
    when: drawCondition(),
    fields: Array.from({ length: 1 + below(4) }, drawField),
  }))
  return contractSchema.parse({
    ...TEXTS,
    formType: 'quote',
    endpoint: withFiles ? 'submit-application' : 'send-form-submission',
    fixed: { topic: 'quote' },
    groups,
  })
}

type Entry = [name: string, value: string | File]

/** Returns what a visitor might enter in every field, whether it applies or not. */
function drawEntries(contract: Contract, random: () => number): Entry[] {
  return listFields(contract).flatMap((field): Entry[] => {
    const { name } = field
    if (field.kind === 'file') return random() < 0.5 ? [[name, new File(['%PDF-1.7'], `${name}.pdf`)]] : []
    if (field.kind === 'slider') return [[name, String(Math.floor(random() * 10))]]
    if (!('options' in field)) return [[name, random() < 0.3 ? '' : ` ${name} typed `]]
    const chosen = field.options.filter(() => random() < 0.4).map(({ value }): Entry => [name, value])
    return field.kind === 'checkboxes' ? chosen : chosen.slice(0, 1)
  })
}

/** Returns the fields that a browser shows after the answers have changed, starting with those that it has shown. */
function showFields(contract: Contract, entries: readonly Entry[], shown: readonly string[]): Contract {
  // Browsers omit disabled controls from form data.
  const data = toFormData(entries.filter(([name]) => shown.includes(name)))
  const answers = Object.fromEntries([...data.keys()].map((name) => [name, data.getAll(name)]))
  const next = pickApplicableFields(contract, answers)
  return namesOf(next).join() === shown.join() ? next : showFields(contract, entries, namesOf(next))
}

function toFormData(entries: readonly Entry[]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

/** Returns a request as the relay reads it. */
function toRequest(body: string | FormData): ParsedRequest {
  if (typeof body === 'string') return { json: JSON.parse(body), entries: [], uploads: [], strays: [] }
  const all = [...body]
  return {
    json: undefined,
    entries: all.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    uploads: all.flatMap(([field, file]) =>
      typeof file === 'string' ? [] : [{ field, name: file.name, file: field, size: file.size, sha256: field }],
    ),
    strays: [],
  }
}

/** A draft whose files are all valid documents. */
const draft = { inspect: async () => undefined } as unknown as LazyDraft

const ENVELOPE = { version: 1, id: 'id', receivedAt: '', formType: 'quote', title: '', idempotency: undefined } as const
const SITE = createSiteForms()

/** Returns what the relay keeps of a request: answers that are not empty, names of files, and values for targets. */
async function keep(contract: Contract, body: string | FormData) {
  const { values, attachments } = await validateSubmission(contract, toRequest(body), draft, en)
  const answers = Object.entries(values).filter(([, value]) => value !== '' && String(value) !== '')
  const record = createSubmissionRecord(
    { ...ENVELOPE, targets: [], spam: [], values, attachments },
    { ...SITE, forms: { quote: contract } },
  )
  return { values: Object.fromEntries(answers), files: attachments.map(({ name }) => name), target: record.values }
}

describe('browser and relay', () => {
  afterEach(() => vi.unstubAllGlobals())

  it(`agree on ${CASES} random contracts and answers, and the relay stores no answer that does not apply`, async () => {
    const random = createRandom(54)
    const bodies: (string | FormData)[] = []
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string | FormData }) => {
      bodies.push(body)
      return Response.json({})
    })
    let hidden = 0
    let kept = 0
    for (let index = 0; index < CASES; index += 1) {
      const contract = drawContract(random, index % 2 === 1)
      const earlier = showFields(contract, drawEntries(contract, random), namesOf(contract))
      const entries = drawEntries(contract, random)
      const shown = showFields(contract, entries, namesOf(earlier))
      expect(namesOf(shown), 'the order of changes does not matter').toEqual(
        namesOf(showFields(contract, entries, namesOf(contract))),
      )
      const names = namesOf(shown)
      const visible = entries.filter(([name]) => names.includes(name))
      const page: Entry[] = [
        ['formType', 'quote'],
        ['topic', 'quote'],
      ]
      await sendForm({ contract: shown, relay: { address: '' }, data: toFormData([...page, ...visible]), key: 'key' })
      const body = bodies.pop() ?? ''

      const sent = typeof body === 'string' ? Object.keys(JSON.parse(body)) : [...body.keys()]
      const own = sent.filter((name) => name.startsWith('field'))
      expect(own.filter((name) => !names.includes(name))).toEqual([])
      const received = await keep(contract, body)
      const byHand = await keep(contract, toFormData([...page, ...entries]))
      expect(byHand).toEqual(received)
      expect(Object.keys(received.values).filter((name) => !own.includes(name))).toEqual(['topic'])
      expect(
        Object.keys(received.target)
          .filter((name) => name.startsWith('field'))
          .sort(),
      ).toEqual(
        listFields(shown)
          .flatMap(({ kind, name }) => (kind === 'file' ? [] : [name]))
          .sort(),
      )
      expect(received.files).toEqual(visible.flatMap(([, value]) => (typeof value === 'string' ? [] : [value.name])))
      hidden += entries.length - visible.length
      kept += visible.length
    }
    // The cases are neither trivial nor all alike.
    expect([hidden > CASES, kept > CASES]).toEqual([true, true])
  })
})
