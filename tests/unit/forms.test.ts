import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkValues } from '../../relay/intake/validate-submission.ts'
import { identifyForm } from '../../relay/site-forms.ts'
import type { Content } from '../../src/collections/content.ts'
import { parseFormEntries, parseJsonAnswers, toPayload } from '../../src/forms/answers.ts'
import { type Contract, contractSchema } from '../../src/forms/contract.ts'
import { formatRelayQuery, getFormAction } from '../../src/forms/form-action.ts'
import { getFieldType } from '../../src/forms/kinds/get-field-type.ts'
import { formatAmount } from '../../src/forms/kinds/slider/amount.ts'
import { resolveFormContract } from '../../src/sections/entry-views.ts'
import { agency } from '../agency.ts'

const folder = path.join(agency, 'forms')
const forms = Object.fromEntries(
  readdirSync(folder).map((file): [string, Contract] => [
    file.replace('.yaml', ''),
    contractSchema.parse(parse(readFileSync(path.join(folder, file), 'utf8'))),
  ]),
)
const form = (name: string): Contract => {
  const found = forms[name]
  if (!found) throw new Error(name)
  return found
}

describe("the agency's forms", () => {
  it('send empty lists and the default of a slider, which each form sends as a number or a list', () => {
    expect(toPayload(getFieldType, form('brand-plan'), {})).toMatchObject({
      formType: 'brand-plan',
      monthlyRevenue: 50_000,
      sellsOn: [],
    })
    expect(toPayload(getFieldType, form('distribution-plan'), { monthlyRevenue: 70_000 })).toMatchObject({
      monthlyRevenue: [70_000],
      currentChannels: [],
    })
    expect(Object.keys(toPayload(getFieldType, form('job-application'), {}))).toEqual(
      expect.arrayContaining(['name', 'jobTitle', 'jobDepartment']),
    )
    expect(toPayload(getFieldType, form('general-resume'), {})).toMatchObject({
      job_title: 'General Application',
      job_department: 'Various',
    })
  })

  it('are passed to pages without the texts, messages and periods that only the relay needs', () => {
    const confirmation = { subject: 'We have it', body: 'We answer soon.' }
    const content = {
      site: { labels: {} },
      forms: [{ ...form('contact'), confirmation, slug: 'contact', file: 'forms/contact.yaml' }],
    }
    const { mail: _mail, keep: _keep, thanks: _thanks, groups, ...shown } = form('contact')
    const { groups: shownGroups, ...rest } = resolveFormContract(content as unknown as Content, 'contact')
    expect(rest).toEqual(shown)
    const shownFields = shownGroups.flatMap(({ fields }) => fields)
    expect(shownFields.map(({ name, kind, label }) => ({ name, kind, label }))).toEqual(
      groups.flatMap(({ fields }) => fields.map(({ name, kind, label }) => ({ name, kind, label }))),
    )
    expect(shownFields.filter(({ messages }) => messages)).toEqual([])
    expect(shownFields.at(-1)).toMatchObject({
      text: 'Email me new articles. I can stop this <a href="/privacy">at any time</a>.',
      version: createHash('sha256')
        .update('Email me new articles. I can stop this [at any time](/privacy).')
        .digest('hex')
        .slice(0, 16),
    })
  })

  it('are passed to pages with only those messages that a control shows as its title', () => {
    const slug = 'distribution-plan'
    const content = { site: { labels: {} }, forms: [{ ...form(slug), slug, file: `forms/${slug}.yaml` }] }
    const { groups } = resolveFormContract(content as unknown as Content, slug)
    const withMessages = groups.flatMap(({ fields }) => fields).filter(({ messages }) => messages)
    expect(withMessages.map(({ kind, messages }) => [kind, messages])).toEqual([
      ['url', { invalid: 'Enter a web address, such as yourbrand.com' }],
    ])
  })

  it('mention a plan in the success message only if the form requests one', () => {
    const promising = Object.values(forms).filter(({ success }) => success.text.includes('Plan'))
    expect(promising.map(({ formType }) => formType).sort()).toEqual(['brand-plan', 'distribution-plan', 'get-started'])
  })
})

describe('parseJsonAnswers and parseFormEntries', () => {
  it('return the same values for JSON and for a browser submission without JavaScript', () => {
    const json = parseJsonAnswers(getFieldType, form('brand-plan'), {
      name: ' Mara ',
      email: 'm@x.example',
      companyName: 'A',
      sellsOn: ['amazon', 'other'],
      monthlyRevenue: 50_000,
      biggestGoal: 'Grow',
    })
    const entries = parseFormEntries(getFieldType, form('brand-plan'), [
      ['name', ' Mara '],
      ['email', 'm@x.example'],
      ['companyName', 'A'],
      ['sellsOn', 'amazon'],
      ['sellsOn', 'other'],
      ['monthlyRevenue', '50000'],
      ['biggestGoal', 'Grow'],
    ])
    expect(json.values).toEqual(entries.values)
    expect(json.problems).toEqual([])
    expect(checkValues(form('brand-plan'), json.values)).toEqual([])
  })

  it('accept a one-item list as the value of a slider', () => {
    expect(
      parseJsonAnswers(getFieldType, form('distribution-plan'), { monthlyRevenue: [70_000] }).values.monthlyRevenue,
    ).toBe(70_000)
  })

  it.each([
    ['brand.com', 'https://brand.com'],
    [' www.brand.co.uk/shop?a=1 ', 'https://www.brand.co.uk/shop?a=1'],
    ['brand.com:8080', 'https://brand.com:8080'],
    ['HTTP://Brand.com', 'HTTP://Brand.com'],
    ['bücher.de', 'https://bücher.de'],
    ['', ''],
  ])('convert the website address %j to %j', (typed, read) => {
    for (const { values } of [
      parseJsonAnswers(getFieldType, form('brand-plan'), { websiteUrl: typed }),
      parseFormEntries(getFieldType, form('brand-plan'), [['websiteUrl', typed]]),
    ]) {
      expect(values.websiteUrl).toBe(read)
      expect(checkValues(form('brand-plan'), values).map(({ field }) => field)).not.toContain('websiteUrl')
    }
  })

  it.each([
    'none yet',
    'brand',
    'brand,com',
    'me@brand.com',
    'mailto:me@brand.com',
    'javascript:alert(1.5)',
    '//brand.com',
  ])('leave the invalid website address %j unchanged, and checkValues rejects it', (typed) => {
    const { values } = parseJsonAnswers(getFieldType, form('brand-plan'), { websiteUrl: typed })
    expect(values.websiteUrl).toBe(typed)
    expect(checkValues(form('brand-plan'), values).map(({ field }) => field)).toContain('websiteUrl')
  })

  it('add a URL scheme that does not count toward the maximum length', () => {
    const codes = (length: number) => {
      const { values } = parseJsonAnswers(getFieldType, form('brand-plan'), {
        websiteUrl: `brand.com/${'x'.repeat(length - 10)}`,
      })
      return checkValues(form('brand-plan'), values).flatMap(({ field, code }) => (field === 'websiteUrl' ? code : []))
    }
    expect([codes(500), codes(501)]).toEqual([[], ['too-long']])
  })

  it('ignore unknown fields and report values of the wrong type', () => {
    const { values, problems } = parseJsonAnswers(
      getFieldType,
      form('contact'),
      JSON.parse('{"name": {"a": 1}, "__proto__": {"x": 1}, "admin": true, "message": "hi"}'),
    )
    expect(values).toEqual({ message: 'hi' })
    expect(({} as { x?: number }).x).toBeUndefined()
    expect(problems).toMatchObject([{ field: 'name', code: 'invalid' }])
  })
})

it('identifyForm uses field names to distinguish forms that share an endpoint', () => {
  const by = (fields: Record<string, string>) =>
    identifyForm({ forms }, 'submit-application', (name) => fields[name])?.formType
  expect(by({ jobTitle: 'x', jobDepartment: 'y' })).toBe('job-application')
  expect(by({ job_title: 'General Application', job_department: 'Various' })).toBe('general-resume')
  expect(by({ name: 'x' })).toBeUndefined()
})

describe('checkValues', () => {
  const good = { name: 'Mara', email: 'mara@alder.example', message: 'Hello' }
  const codes = (values: Record<string, string>) =>
    checkValues(form('contact'), values).map(({ field, code }) => `${field} ${code}`)

  it('accepts valid answers', () => expect(codes(good)).toEqual([]))
  it('rejects missing required answers', () =>
    expect(codes({ name: '', email: '', message: '' })).toEqual([
      'name required',
      'email required',
      'message required',
    ]))
  it.each(['no-at', 'a@', '@b.example', 'a@b c', 'a@-b.example'])('rejects the email address %j', (email) =>
    expect(codes({ ...good, email })).toEqual(['email invalid']),
  )
  it.each([
    ['ada@müller.test', 'ada@xn--mller-kva.test'],
    [' ada@MÜLLER.test ', 'ada@xn--mller-kva.test'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@xn--mller-kva.test', 'ada@xn--mller-kva.test'],
    ['Ada@Brand.example', 'Ada@Brand.example'],
  ])('accepts the email address %j, which is parsed as %j', (typed, email) => {
    for (const { values } of [
      parseFormEntries(getFieldType, form('contact'), Object.entries({ ...good, email: typed })),
      parseJsonAnswers(getFieldType, form('contact'), { ...good, email: typed }),
    ]) {
      expect(values.email).toBe(email)
      expect(codes({ ...good, email })).toEqual([])
    }
  })
  it.each(['ada@mü ller.test', 'ada@müller.test/x', 'ada@müller.test:25', 'ada@x@müller.test', 'ädä@müller.test'])(
    'rejects the invalid internationalized email address %j',
    (typed) => {
      const { values } = parseFormEntries(getFieldType, form('contact'), Object.entries({ ...good, email: typed }))
      expect(codes({ ...good, email: String(values.email) })).toEqual(['email invalid'])
    },
  )
  it('rejects line breaks in single-line fields only', () => {
    for (const lineBreak of ['\r\n', '\n', '\r'])
      expect(codes({ ...good, name: `a${lineBreak}Bcc: x@y.example` })).toEqual(['name invalid'])
    expect(codes({ ...good, message: 'a\r\nb' })).toEqual([])
  })
  it('rejects overlong answers', () => expect(codes({ ...good, name: 'x'.repeat(201) })).toEqual(['name too-long']))
  it('rejects amounts that are out of range or between steps, and unknown choices', () => {
    const plan = { name: 'a', email: 'a@b.example', companyName: 'c', biggestGoal: 'd' }
    const fields = (values: object) => checkValues(form('brand-plan'), { ...plan, ...values }).map(({ field }) => field)
    expect(fields({ monthlyRevenue: 1_000_000, sellsOn: ['amazon'] })).toEqual([])
    expect(fields({ monthlyRevenue: 1_000_001 })).toEqual(['monthlyRevenue'])
    expect(fields({ monthlyRevenue: 12 })).toEqual(['monthlyRevenue'])
    expect(fields({ sellsOn: ['ebay'] })).toEqual(['sellsOn'])
    expect(fields({ timeline: 'tomorrow' })).toEqual(['timeline'])
  })
})

describe('formatAmount', () => {
  const compact = { max: 1_000_000, maxLabel: '$1M+', display: 'compact' } as const
  const fixed = { max: 2_000_000, maxLabel: '$2M+', display: 'fixed' } as const
  it.each([
    [0, '$0'],
    [950, '$950'],
    [50_000, '$50K'],
    [999_999, '$1M'],
    [1_000_000, '$1M+'],
  ] as const)('formats %i as %s (compact)', (value, text) => expect(formatAmount(value, compact)).toBe(text))
  it.each([
    [10_000, '$10K'],
    [50_000, '$50K'],
    [1_000_000, '$1.0M'],
    [1_260_000, '$1.3M'],
    [2_000_000, '$2M+'],
  ] as const)('formats %i as %s (fixed)', (value, text) => expect(formatAmount(value, fixed)).toBe(text))

  it('starts with the currency of the field', () => {
    expect(formatAmount(50_000, { ...compact, currency: '€' })).toBe('€50K')
    expect(formatAmount(40, { ...compact, currency: '' })).toBe('40')
  })
})

describe('getFormAction', () => {
  it('returns a path on the site, or the URL of the relay with its public key', () => {
    expect(getFormAction({ address: '' }, form('contact'))).toBe('/functions/v1/send-form-submission')
    expect(
      getFormAction({ address: 'https://relay.example/', query: formatRelayQuery('k1') }, form('general-resume')),
    ).toBe('https://relay.example/functions/v1/submit-application?apikey=k1')
    expect(formatRelayQuery('k1', 'de')).toBe('?apikey=k1&language=de')
  })
})
