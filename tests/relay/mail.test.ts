import { expect, test } from 'vitest'
import { cleanLine, cleanText } from '../../relay/clean-text.ts'
import { formatTime } from '../../relay/clock.ts'
import { listAnswers } from '../../relay/targets/answers.ts'
import { createMailMessage } from '../../relay/targets/mail-message.ts'
import { createPlaceholderValues } from '../../relay/targets/placeholders.ts'
import { createSmtpTarget } from '../../relay/targets/smtp.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import { createTargetInput } from '../contracts/target.ts'
import { createFakeClock } from './fake-clock.ts'
import { createMailReceiver } from './mail-receiver.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { createSiteForms } from './site-forms.ts'

const signal = new AbortController().signal
const from = 'Northshelf site <site@northshelf.example>'
const to = ['team@northshelf.example']
const context = { forms: createSiteForms(), clock: createFakeClock() }

async function send(...parcel: Parameters<typeof createTargetInput>) {
  const { url, mails } = await createMailReceiver()
  const target = createSmtpTarget({ name: 'mail', forms: [], url, from, to, dkim: undefined }, context)
  expect(await target.deliver(await createTargetInput(...parcel), signal)).toMatchObject({ kind: 'delivered' })
  const [received] = mails
  if (!received) throw new Error('no email arrived')
  const [head = ''] = received.raw.toString('latin1').split('\r\n\r\n')
  const headers = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.split(':')[0]?.toLowerCase() ?? '')
  return { ...received, headers }
}

test('an email lists all answers in form order, with the labels from the form', async () => {
  const {
    mail,
    from: sender,
    to: recipients,
  } = await send({
    formType: 'distribution-plan',
    values: {
      monthlyRevenue: 1_500_000,
      name: 'Ada Lind',
      companyName: 'Lind & Söhne',
      email: 'ada@lind.example',
      currentChannels: ['grocery', 'online-b2b'],
      distributionGoal: 'Two regions.\r\nThen all.',
      websiteUrl: '',
      later: 'a field that is gone',
    },
  })
  expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(
    [
      'Request your Distribution Plan',
      '',
      'Contact Name: Ada Lind',
      'Company name: Lind & Söhne',
      'Email: ada@lind.example',
      'Current channels: Grocery chains, Online B2B marketplaces',
      'Monthly revenue: $1.5M',
      'Distribution goal:',
      'Two regions.',
      'Then all.',
      '',
      'Later: a field that is gone',
      '',
      '-- ',
      'Sent from https://northshelf.example on Jan 5, 2026, 9:00:00 AM UTC.\nNumber 019b8d3f-7c00-7abc-8def-0123456789ab.',
    ].join('\n'),
  )
  expect(mail.subject).toBe('Distribution Plan request: Ada Lind, Lind & Söhne')
  expect(mail.from).toMatchObject({ name: 'Northshelf site', address: 'site@northshelf.example' })
  expect(mail.replyTo).toMatchObject([{ name: 'Ada Lind', address: 'ada@lind.example' }])
  expect(mail.messageId).toBe('<019b8d3f-7c00-7abc-8def-0123456789ab@northshelf.example>')
  expect([sender, ...recipients]).toEqual(['site@northshelf.example', ...to])
})

test('the subject of an email shows the label of a choice', async () => {
  const values = { name: 'Ada', email: 'ada@lind.example', productCategory: 'home-garden' }
  const { forms, site } = createSiteForms()
  const contract = forms.consultation ?? expect.unreachable()
  const mail = { subject: 'Consultation', about: ['productCategory'], from: ['name'] }
  const { url, mails } = await createMailReceiver()
  const target = createSmtpTarget(
    { name: 'mail', forms: [], url, from, to, dkim: undefined },
    { ...context, forms: { site, forms: { ...forms, consultation: { ...contract, mail } } } },
  )
  await target.deliver(await createTargetInput({ formType: 'consultation', values }), signal)
  expect(mails[0]?.mail.subject).toBe('Consultation, Home & Garden: Ada')
})

test('an application email has the job title in its subject, email and phone links, and the local time', async () => {
  const forms = createSiteForms()
  const { url, mails, names } = await createMailReceiver()
  const config = { name: 'mail', forms: [], url, from, to, dkim: undefined }
  const site = { ...forms.site, language: 'en-GB', timeZone: 'Europe/Amsterdam' }
  const target = createSmtpTarget(config, { ...context, forms: { ...forms, site } })
  const values = {
    name: 'Jürgen',
    email: 'j?bcc=x@brand.example',
    phone: '+1 (212) 555',
    jobTitle: 'Analyst',
    jobDepartment: '',
  }
  await target.deliver(await createTargetInput({ formType: 'job-application', values }), signal)
  const [received] = mails
  expect(received?.mail.subject).toBe('Application, Analyst: Jürgen')
  expect(received?.mail.text).toMatch(/^Apply for This Position\n\nJob title: Analyst\nFull name: Jürgen\n/)
  expect(received?.mail.html).toContain('href="mailto:j%3Fbcc%3Dx@brand.example"')
  expect(received?.mail.html).toContain('href="tel:+1212555"')
  expect(received?.mail.text).toContain('on 5 Jan 2026, 10:00:00 CET (5 Jan 2026, 09:00:00 UTC).')
  expect(names).toEqual(['northshelf.example'])
})

test('an email has a <br> for each line break of an answer, and no colon after a question', async () => {
  const forms = createSiteForms()
  const contact = forms.forms.contact as Contract
  const [field] = listFields(contact).filter(({ name }) => name === 'message')
  if (field) field.label = 'What is it about?'
  const input = await createTargetInput({
    formType: 'contact',
    values: { name: 'Ada', message: 'One\n  two\n\nthree' },
  })
  const { text, html } = createMailMessage(input, { forms, from, to })
  expect(text).toContain('What is it about?\nOne\n')
  expect(html).toContain('One<br/>  two<br/><br/>three')
  expect(html).toMatch(/Sent from [^<]*<br\/>Number/)
})

test('an email omits the fixed values of its form', async () => {
  const forms = createSiteForms()
  const { fixed } = forms.forms['general-resume'] as Contract
  expect(Object.keys(fixed)).not.toEqual([])
  const input = await createTargetInput({ formType: 'general-resume', values: { ...fixed, name: 'Ada' } })
  const { text } = createMailMessage(input, { forms, from, to })
  for (const value of Object.values(fixed)) expect(text).not.toContain(value)
})

test('formatTime shows the local time only if it differs from UTC at that time', () => {
  expect(formatTime('2026-01-05T09:00:00Z', 'Europe/London', 'en-GB')).toBe('5 Jan 2026, 09:00:00 UTC')
  expect(formatTime('2026-07-05T09:00:00Z', 'Europe/London', 'en-GB')).toBe(
    '5 Jul 2026, 10:00:00 BST (5 Jul 2026, 09:00:00 UTC)',
  )
})

test('a visitor name that looks like a MIME encoded-word is not decoded', async () => {
  const name = `=?utf-8?B?${Buffer.from('boss@victim.example').toString('base64')}?=`
  const { mail } = await send({ values: { name, email: 'ada@brand.example', message: 'x' } })
  expect(mail.subject?.replaceAll('\u2060', '')).toBe(`Message: ${name}`)
  expect(mail.replyTo?.[0]?.name?.replaceAll('\u2060', '')).toBe(name)
})

test('visitor input is escaped in the HTML part of an email', async () => {
  const { mail } = await send({
    values: { name: '<script>alert(1)</script>', message: '"><img src=x onerror=y> &amp;' },
  })
  expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(mail.html).toContain('&quot;&gt;&lt;img src=x onerror=y&gt; &amp;amp;')
  expect(mail.html).not.toMatch(/<script|<img/)
})

const injections = [
  'Ada\r\nBcc: victim@elsewhere.example',
  'Ada\nTo: victim@elsewhere.example\n\nBody',
  'Ada\r\n\r\n<h1>Body</h1>',
  'Ada\u2028Bcc: victim@elsewhere.example',
  'Ada\u0085Bcc: victim@elsewhere.example',
  'Ada <victim@elsewhere.example>, "x',
  '=?utf-8?q?Ada=0D=0ABcc:_victim@elsewhere.example?=',
  '\r\n.\r\nMAIL FROM:<x@y.example>',
]
test.each(injections)(
  'the name or email address %j cannot inject headers or recipients into an email',
  async (text) => {
    for (const values of [
      { name: text, email: 'ada@brand.example' },
      { name: 'Ada', email: text },
      { name: text, email: text },
    ]) {
      const { headers, to: recipients, mail } = await send({ values: { ...values, message: 'Hello' }, title: text })
      expect(recipients).toEqual(to)
      expect(headers.filter((name) => ['to', 'from', 'reply-to', 'subject'].includes(name)).length).toBeLessThanOrEqual(
        4,
      )
      expect(new Set(headers).size).toBe(headers.length)
      expect(headers).not.toContain('bcc')
      expect(mail.to).toMatchObject([{ address: 'team@northshelf.example' }])
      expect(mail.replyTo?.length ?? 0).toBeLessThanOrEqual(1)
      if (mail.replyTo?.[0]) expect(mail.replyTo[0].address).toBe('ada@brand.example')
    }
  },
)

test('attachment names contain no folders, line breaks or invisible characters', async () => {
  const parcel = await createTargetInput({}, [Buffer.from('%PDF-')])
  const names: [string, string][] = [
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\cv.pdf', 'cv.pdf'],
    ['cv\r\nX-Evil: 1.pdf', 'cv X-Evil: 1.pdf'],
    ['cv\u202Efdp.exe', 'cvfdp.exe'],
    ['\u0000\u0001', '0.bin'],
    ['Lebenslauf "Größe"; x=1 履歴書.pdf', 'Lebenslauf "Größe"; x=1 履歴書.pdf'],
  ]
  const { url, mails } = await createMailReceiver()
  const target = createSmtpTarget({ name: 'mail', forms: [], url, from, to, dkim: undefined }, context)
  for (const [name] of names) {
    const attachments = parcel.envelope.attachments.map((attachment) => ({ ...attachment, name }))
    await target.deliver({ ...parcel, envelope: { ...parcel.envelope, attachments } }, signal)
  }
  expect(mails.map(({ mail }) => mail.attachments[0]?.filename)).toEqual(names.map(([, clean]) => clean))
  expect(mails.every(({ mail }) => mail.attachments[0]?.disposition === 'attachment')).toBe(true)
  expect(mails.some(({ raw }) => /^X-Evil/im.test(raw.toString()))).toBe(false)
})

test('hostile strings are emailed as text, without control characters or active HTML', async () => {
  const { url, mails } = await createMailReceiver()
  const forms = createSiteForms()
  const target = createSmtpTarget({ name: 'mail', forms: [], url, from, to, dkim: undefined }, { ...context, forms })
  for (const text of naughtyStrings) {
    const values = { name: text, email: 'ada@brand.example', brandName: text, message: text }
    const parcel = await createTargetInput({ values, title: text })
    expect(await target.deliver(parcel, signal)).toMatchObject({ kind: 'delivered' })
    const { mail } = mails.at(-1) as (typeof mails)[number]
    for (const answer of listAnswers(forms.forms.contact, parcel.envelope))
      expect(mail.text?.replaceAll('\r\n', '\n')).toContain(answer.text)
    expect(mail.text).not.toMatch(/(?![\r\n\t])\p{Control}|[\u202A-\u202E\u2066-\u2069]/u)
    expect(mail.html).not.toMatch(/<script|<svg|<iframe|onerror=\w+>/i)
  }
  expect(mails).toHaveLength(naughtyStrings.length)
})

test('cleanText and cleanLine remove invisible characters and keep visible text', () => {
  expect(cleanText('a\r\nb\rc\u2028d\te\u0000f\u202Eg\uFEFF\uD800')).toBe('a\nb\nc\nd\tefg\uFFFD')
  expect(cleanText('👩‍👩‍👧 नमस्ते עברית')).toBe('👩‍👩‍👧 नमस्ते עברית')
  expect(cleanLine(' a\n\n b ')).toBe('a b')
  expect(cleanLine('🧡'.repeat(300), 10)).toBe(`${'🧡'.repeat(9)}…`)
})

test('days are written as on the site in emails, and stay as they were sent in what services receive', async () => {
  const { site, forms } = createSiteForms()
  const day = { kind: 'date', name: 'day', label: 'Day', required: true } as const
  const contact = forms.contact as Contract
  const mail = { subject: 'Visit', about: ['day'], from: [] }
  const british = {
    site: { ...site, language: 'en-GB' },
    forms: { ...forms, contact: { ...contact, groups: [{ fields: [day] }], mail } },
  }
  const { envelope, open } = await createTargetInput({ formType: 'contact', values: { day: '2026-12-01' } })
  const { text, subject } = createMailMessage({ envelope, open }, { forms: british, from, to })
  expect(text).toContain('Day: 1 December 2026\n')
  expect(subject).toBe('Visit, 1 December 2026')
  const values = createPlaceholderValues(envelope, british)
  expect([values.get('day'), values.get('_answers'), values.get('_subject')]).toEqual([
    '2026-12-01',
    'Day: 2026-12-01',
    'Visit, 2026-12-01',
  ])
})
