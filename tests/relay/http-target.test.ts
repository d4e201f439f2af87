import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../relay/config.ts'
import type { ConfigError } from '../../relay/settings.ts'
import { createAttachmentLinks } from '../../relay/targets/attachment-links.ts'
import { fillTemplate } from '../../relay/targets/body-template.ts'
import { checkFormTargets } from '../../relay/targets/check-targets.ts'
import { listGeneralPlaceholders } from '../../relay/targets/placeholders.ts'
import { presets } from '../../relay/targets/presets/list.ts'
import { createTargets, getTargetType, listAcceptingTargets } from '../../relay/targets/targets.ts'
import { createTargetInput } from '../contracts/target.ts'
import { createDeliveryFixture } from './delivery-fixture.ts'
import { createFakeClock } from './fake-clock.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { createSiteForms } from './site-forms.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'

const forms = createSiteForms()
const LINK_SECRET = 'a secret for links to files'

function settings(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { RELAY_TARGETS: 'http', HTTP_URL: 'https://crm.example/in', HTTP_BODY: '{"text": "{_answers}"}', ...more }
}

/** Returns the configuration's only target and its type. */
function readTarget(env: NodeJS.ProcessEnv) {
  const { targets } = readConfig(env)
  const [config] = targets
  if (!config) throw new Error('no target')
  return { config, targets, type: getTargetType(config) }
}

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    checkFormTargets(readConfig(env), forms)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

/** Fills a template with a submission's values. */
async function preview(body: object, envelope: Parameters<typeof createTargetInput>[0], more: NodeJS.ProcessEnv = {}) {
  const { config, type } = readTarget(settings({ HTTP_BODY: JSON.stringify(body), ...more }))
  return JSON.parse(type.preview(config, await createTargetInput(envelope), forms).json ?? '')
}

describe('a template of the http target', () => {
  test('inserts values as text, whatever they contain', async () => {
    const evil = '"}], "admin": true, \\" \\u0041 \n\r\n {email} {_id} \u2028 🧡'
    const values = { name: evil, email: 'ada@mail.example', message: '{message}' }
    expect(await preview({ text: '<{name}>', again: ['{message}{message}'] }, { values })).toEqual({
      text: `<${evil.replace('\r\n', '\n').replace('\u2028', '\n')}>`,
      again: ['{message}{message}'],
    })
  })

  test('treats names of inherited properties as ordinary names', async () => {
    const body = JSON.parse('{"__proto__": "{name}", "constructor": "{constructor}", "a": "{__proto__}"}')
    const values = JSON.parse('{"name": "Ada", "__proto__": "x"}')
    const filled = JSON.stringify(fillTemplate(body, new Map(Object.entries(values)), {}))
    expect(filled).toBe('{"__proto__":"Ada","a":"{__proto__}"}')
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  test('keeps numbers and lists in strings that consist of one placeholder', async () => {
    const values = { currentChannels: ['amazon', 'grocery'], monthlyRevenue: 70_000, name: '42' }
    const body = {
      ...{ list: '{currentChannels}', number: '{monthlyRevenue}', text: '{name}' },
      mixed: '{currentChannels} at {monthlyRevenue}',
      all: '{_values}',
    }
    expect(await preview(body, { formType: 'distribution-plan', values })).toEqual({
      ...{ list: ['amazon', 'grocery'], number: 70_000, text: '42' },
      mixed: 'amazon, grocery at 70000',
      all: values,
    })
  })

  test('omits members and list items whose placeholders are all empty, and keeps everything else', async () => {
    const body = {
      kept: ['', null, 0, false, {}, 'constant', 'From {name}{brandName}'],
      ...{ empty: 'Brand: {brandName}', invisible: '{message}', other: '{phone}' },
      nested: { brand: '{brandName}' },
      items: [{ name: 'brand', value: '{brandName}' }, { name: 'name', value: '{name}' }, '{brandName}'],
    }
    expect(await preview(body, { values: { name: 'Ada', brandName: '', message: '\u200B \u202E' } })).toEqual({
      kept: ['', null, 0, false, {}, 'constant', 'From Ada'],
      nested: {},
      items: [{ name: 'name', value: 'Ada' }],
    })
  })

  test('inserts the placeholders that every form has', async () => {
    const names = ['_subject', '_title', '_form', '_id', '_received', '_site', '_answers']
    const body = Object.fromEntries(names.map((name) => [name, `{${name}}`]))
    const values = { name: 'Ada', email: 'ada@mail.example', message: 'Hello\nthere' }
    expect(await preview(body, { values, receivedAt: '2026-01-05T09:00:00.000Z' })).toEqual({
      _subject: expect.stringMatching(/: Ada$/),
      _title: forms.forms.contact?.title,
      _form: 'contact',
      _id: '019b8d3f-7c00-7abc-8def-0123456789ab',
      _received: '2026-01-05T09:00:00.000Z',
      _site: 'https://northshelf.example',
      _answers: expect.stringMatching(/: Ada\n.*: ada@mail\.example\n[\s\S]*:\nHello\nthere$/),
    })
  })

  test('marks the submissions of relay canary', async () => {
    const body = { subject: '{_subject}', canary: '{_canary}' }
    expect(await preview(body, { canary: true })).toEqual({ subject: expect.stringMatching(/^Canary, /), canary: true })
    expect(Object.keys(await preview(body, {}))).toEqual(['subject'])
  })

  test('accepts a submission of a form that no longer exists', async () => {
    const filled = await preview({ a: '{_subject}', b: '{name}' }, { formType: 'gone', title: 'Old form', values: {} })
    expect(filled).toEqual({ a: 'Old form' })
  })
})

describe('the settings of the http target', () => {
  test.each([
    ['no body', { HTTP_BODY: '' }, 'HTTP_BODY is missing. Set it to the JSON to send, or set HTTP_PRESET.'],
    ['a body that is not JSON', { HTTP_BODY: '{"token": hush}' }, /^HTTP_BODY is not valid JSON.*Placeholders must be/],
    ['a body that is a list', { HTTP_BODY: '["hush"]' }, 'HTTP_BODY must be a JSON object.'],
    ['an unknown preset', { HTTP_PRESET: 'carrier' }, /^HTTP_PRESET must be slack or teams or .*; it is "carrier"\.$/],
    ['another method', { HTTP_METHOD: 'GET' }, 'HTTP_METHOD must be POST or PUT or PATCH; it is "GET".'],
    ['a URL without a host', { HTTP_URL: 'hush' }, 'HTTP_URL must be a URL that begins with http:// or https://.'],
    ['a header without a name', { HTTP_HEADERS: 'A: b\nhush' }, /^HTTP_HEADERS: line 2 must be a header/],
    ['a header with control characters', { HTTP_HEADERS: 'A: hush\u0007' }, /^HTTP_HEADERS: line 1 must be a header/],
    [
      'a header of the relay',
      { HTTP_HEADERS: 'Content-Length: 3' },
      'HTTP_HEADERS: the relay itself sets Content-Length.',
    ],
    ['an invalid secret', { HTTP_SECRET: 'hush' }, 'HTTP_SECRET must be whsec_ followed by 24 to 64 bytes in base64.'],
    [
      'an API of HubSpot that loses the source of contacts',
      { HTTP_PRESET: 'hubspot', HTTP_URL: 'https://api.hubapi.com/crm/v3/objects/contacts/hush' },
      /^HTTP_URL must look like https:\/\/api\.hsforms\.com\/submissions\/v3\/integration\/submit\/.* for the preset hubspot\.$/,
    ],
    [
      'no token for Airtable',
      { HTTP_PRESET: 'airtable', HTTP_URL: 'https://api.airtable.com/v0/appHush/Leads' },
      'HTTP_HEADERS must contain authorization for the preset airtable.',
    ],
    [
      'a misspelt field',
      { HTTP_BODY: '{"a": "{emial}"}' },
      'HTTP_BODY: no form of target http has the field {emial}. Did you mean {email}?',
    ],
    [
      'a field of another form',
      { RELAY_TARGETS: 'file http:contact', HTTP_BODY: '{"a": ["{resume}"]}' },
      'HTTP_BODY: no form of target http has the field {resume}. Placeholders: name, email, brandName, message, articleEmails, _subject, _title, _answers, _values, _form, _id, _received, _site, _source, _page, _landing, _referrer, _confirmed_at, _canary, _outcome, _value, _currency, _outcome_at, _parameter.utm_source, _parameter.utm_medium, _parameter.utm_campaign, _parameter.utm_term, _parameter.utm_content, _parameter.gclid, _parameter.gbraid, _parameter.wbraid, _parameter.fbclid, _parameter.msclkid, _parameter.li_fat_id, _parameter.ttclid.',
    ],
  ])('are rejected before the start, without quoting secrets, if they have %s', (_, more, fault) => {
    const problems = problemsOf(settings(more))
    expect(problems).toEqual([typeof fault === 'string' ? fault : expect.stringMatching(fault)])
    expect(problems.join()).not.toMatch(/hush/i)
  })

  test('are named after the target in error messages', () => {
    const env = { RELAY_TARGETS: 'file crm=http', HTTP_URL_CRM: 'https://crm.example', HTTP_BODY_CRM: '[]' }
    expect(problemsOf(env)).toEqual(['HTTP_BODY_CRM must be a JSON object.'])
  })

  test('warn about missing links only if the template contains files', () => {
    const warn = (more: NodeJS.ProcessEnv) => {
      const { config, type } = readTarget(settings(more))
      return type.findWarning?.(config, forms)?.detail
    }
    expect(warn({})).toMatch(/^RELAY_PUBLIC_URL is missing/)
    expect(warn({ RELAY_PUBLIC_URL: 'https://a.example' })).toMatch(/^RELAY_LINK_SECRET is missing/)
    expect(warn({ RELAY_PUBLIC_URL: 'https://a.example', RELAY_LINK_SECRET: LINK_SECRET })).toBeUndefined()
    expect(warn({ HTTP_BODY: '{"a": "{email}"}' })).toBeUndefined()
    expect(warn({ RELAY_TARGETS: 'http:contact' })).toBeUndefined()
  })
})

describe('the requests of the http target', () => {
  test('have the method, headers and signature of the settings', async () => {
    const { url, calls } = await createHookReceiver()
    const { targets } = readTarget(
      settings({
        ...{ HTTP_URL: url, HTTP_ALLOW_PRIVATE: 'true', HTTP_METHOD: 'patch', HTTP_SECRET: SECRET },
        HTTP_HEADERS: 'Authorization: Bearer a:b;c\r\n\nX-Team: sales ',
      }),
    )
    const fixture = await createDeliveryFixture(createTargets(targets, { forms, clock: createFakeClock(Date.now()) }))
    fixture.delivery.start()
    const id = await fixture.commit()
    await fixture.attempted(1)
    const [call] = calls
    expect(call).toMatchObject({
      method: 'PATCH',
      path: '/hook',
      headers: { authorization: 'Bearer a:b;c', 'x-team': 'sales', 'webhook-id': id },
    })
    expect(new Webhook(SECRET).verify(call?.body ?? '', call?.headers ?? {})).toEqual({
      text: expect.stringContaining('ada@brand.example'),
    })
  })

  test('are retried and refused like those of a webhook', async () => {
    const { url, calls } = await createHookReceiver((response) =>
      response.writeHead(429, { 'retry-after': '600' }).end(),
    )
    const deliver = async (more: NodeJS.ProcessEnv) => {
      const [target] = createTargets(readTarget(settings({ HTTP_URL: url, ...more })).targets, {
        ...{ forms, clock: createFakeClock() },
      })
      return target?.deliver(await createTargetInput(), new AbortController().signal)
    }
    expect(await deliver({ HTTP_ALLOW_PRIVATE: 'true' })).toMatchObject({ kind: 'temporary', retryAfter: 600_000 })
    expect(await deliver({})).toMatchObject({ kind: 'temporary', setup: expect.stringContaining('private network') })
    expect(calls).toHaveLength(1)
    const { config, type } = readTarget(settings({ HTTP_URL: url }))
    expect(await type.findProblem?.(config)).toBe(
      'HTTP_URL: 127.0.0.1 (target http) is in a private network. Set HTTP_ALLOW_PRIVATE=true to allow that.',
    )
  })

  test('contain links through which the receiver can download the files', async () => {
    const { url, calls } = await createHookReceiver()
    const spool = await createSpoolFixture()
    const store = await spool.open()
    const bytes = Buffer.from('%PDF-1.7 resume')
    const id = await commitOne(store, spool.clock.now(), { formType: 'job-application' }, [bytes])
    const envelope = (await store.read(id))?.envelope
    const env = settings({
      ...{ HTTP_URL: url, HTTP_ALLOW_PRIVATE: 'true', RELAY_LINK_SECRET: LINK_SECRET },
      ...{ RELAY_PUBLIC_URL: 'https://northshelf.example', HTTP_BODY: '{"all": "{_answers}", "file": "{resume}"}' },
    })
    const links = createAttachmentLinks({
      ...{ publicUrl: 'https://northshelf.example', secret: LINK_SECRET, store, clock: spool.clock },
    })
    const [target] = createTargets(readTarget(env).targets, { forms, clock: spool.clock, linksFor: () => links })
    const input = await createTargetInput()
    await target?.deliver({ ...input, ...(envelope ? { envelope } : {}) }, new AbortController().signal)
    const { all, file } = JSON.parse(calls[0]?.body ?? '{}')
    expect(all).toMatch(/: Resume\.pdf \(0 MB\)\nhttps:\/\/northshelf\.example\/attachments\//)
    const { until = '', signature = '' } = Object.fromEntries(new URL(file).searchParams)
    const stored = await links.open({ id, file: '0.bin', until, signature })
    const chunks = await (await stored?.open())?.toArray()
    expect(Buffer.concat(chunks ?? [])).toEqual(bytes)
  })
})

describe("the section about other services in the operator's guide", () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/operators.md'), 'utf8')
  const section = /\n## Other services\n(.*?)\n## /s.exec(guide)?.[1] ?? ''

  test('has an example whose settings are valid and whose template fills in every answer', async () => {
    const [, env = '', template = ''] = /```sh\n(.*?)```.*?```json\n(.*?)```/s.exec(section) ?? []
    const { HTTP_URL_SALES_FILE, HTTP_URL_JOBS_FILE, HTTP_BODY_CRM_FILE, ...rest } = parseEnv(env)
    expect([HTTP_URL_SALES_FILE, HTTP_URL_JOBS_FILE, HTTP_BODY_CRM_FILE]).not.toContain(undefined)
    const config = readConfig({
      ...rest,
      ...{ SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'a@b.example', MAIL_TO: 'c@d.example' },
      ...{ HTTP_URL_SALES: 'https://hooks.slack.com/services/T0/B0/x', HTTP_BODY_CRM: template },
      HTTP_URL_JOBS: 'https://hooks.slack.com/services/T0/B0/y',
    })
    expect(config.warnings).toEqual([])
    checkFormTargets(config, forms)
    expect(listAcceptingTargets(config.targets, 'contact')).toEqual(['mail', 'sales', 'crm'])
    const { body } = config.targets.find(({ name }) => name === 'crm') as { body: object }
    const values = { email: 'ada@mail.example', name: 'Ada', companyName: 'Lind', message: 'Hello' }
    const { fields } = await preview(body, { values })
    expect(fields.map(({ value }: { value: string }) => value)).toEqual(['ada@mail.example', 'Ada', 'Hello', 'Lind'])
  })

  test('lists every preset and every general placeholder', () => {
    const first = [...section.matchAll(/^\| `(.*?)` \|/gm)].map(([, name]) => name)
    const site = { ...forms.site, sources: { parameters: ['utm_source'] } }
    const placeholders = listGeneralPlaceholders(site).map((name) => `{${name}}`)
    expect(first.sort()).toEqual(['{email}', ...Object.keys(presets), ...placeholders].sort())
  })

  test('has a script that stores each submission in one row, and answers only as text', () => {
    const [, script = ''] = /```js\n(.*?)```/s.exec(section) ?? []
    const rows: unknown[][] = [['id', 'name', 'monthlyRevenue', 'empty']]
    const sheet = {
      getDataRange: () => ({ getValues: () => rows }),
      createTextFinder: (text: string) => ({ findNext: () => rows.flat().find((cell) => cell === `'${text}`) }),
      appendRow: (row: unknown[]) => rows.push(row),
    }
    const context = createContext({
      LockService: { getScriptLock: () => ({ waitLock() {} }) },
      SpreadsheetApp: { getActive: () => ({ getSheets: () => [sheet] }) },
      ContentService: { createTextOutput: (text: string) => text },
      event: { postData: { contents: '{"id": "1", "values": {"name": "=IMPORTXML(1)", "monthlyRevenue": 3}}' } },
    })
    expect(runInContext(`${script}; doPost(event) + doPost(event)`, context)).toBe('okok')
    expect(rows.slice(1)).toEqual([["'1", "'=IMPORTXML(1)", 3, "'"]])
  })
})
