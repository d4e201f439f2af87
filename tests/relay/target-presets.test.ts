import { describe, expect, test } from 'vitest'
import { testSendCommand } from '../../relay/commands/test-send.ts'
import { readConfig } from '../../relay/config.ts'
import { createTargets } from '../../relay/targets/targets.ts'
import { createTargetInput } from '../contracts/target.ts'
import { createFakeClock } from './fake-clock.ts'
import { createHookReceiver } from './hook-receiver.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { createSiteForms } from './site-forms.ts'
import { createVendor, type VendorName, vendors } from './vendors.ts'

const ADA = { name: 'Ada', email: 'ada@mail.example', message: 'Hello' }
const never = new AbortController().signal

/** Delivers a submission to the only target of these settings. */
async function deliver(
  env: NodeJS.ProcessEnv,
  values: Record<string, string | number | string[]>,
  formType = 'contact',
) {
  const { targets } = readConfig(env)
  const [target] = createTargets(targets, { forms: createSiteForms(), clock: createFakeClock() })
  return target?.deliver(await createTargetInput({ formType, values }), never)
}

/** Delivers a submission to a service, which must accept it. @returns the body that the service received */
async function deliverTo(
  preset: VendorName,
  values: Record<string, string | number | string[]>,
  { formType = 'contact', ...more }: { formType?: string } & NodeJS.ProcessEnv = {},
) {
  const { env, accepted, refused } = await createVendor(preset)
  expect(await deliver({ ...env, ...more }, values, formType)).toMatchObject({ kind: 'delivered' })
  expect(refused).toEqual([])
  // biome-ignore lint/suspicious/noExplicitAny: each service has its own shape, which its schema has checked
  return accepted[0] as any
}

const names = Object.keys(vendors) as VendorName[]

test.each(names)('%s accepts a submission with all answers', async (preset) => {
  const body = JSON.stringify(await deliverTo(preset, ADA))
  expect(body).toContain('ada@mail.example')
})

test.each(names)('%s accepts strings that have broken other software', async (preset) => {
  for (const text of naughtyStrings) await deliverTo(preset, { ...ADA, name: text, message: text })
})

test.each(names)('relay test-send --form reaches %s', async (preset) => {
  const { env, accepted } = await createVendor(preset)
  const forms = createSiteForms()
  const targets = createTargets(readConfig(env).targets, { forms, clock: createFakeClock() })
  const { ok, text } = await testSendCommand.run({}, { targets, forms, form: 'distribution-plan' })
  expect([ok, text]).toEqual([true, expect.stringMatching(/^http {2}delivered {2}HTTP \d+$/)])
  expect(JSON.stringify(accepted)).toContain('trial@example.com')
  const unknown = testSendCommand.run({}, { targets, forms, form: 'contcat' })
  await expect(unknown).rejects.toThrow('There is no form contcat. Did you mean contact?')
})

test.each(names)('a delivery to %s that the service refuses raises an alert and is retried', async (preset) => {
  const { env } = await createVendor(preset)
  const outcome = await deliver({ ...env, HTTP_BODY: '{"unexpected": "{email}"}' }, ADA)
  expect(outcome).toMatchObject({ kind: 'temporary', setup: expect.stringMatching(/^127\.0\.0\.1:\d+: HTTP \d+$/) })
})

describe('the preset slack', () => {
  test('sends visitor input that can neither mention people nor contain links', async () => {
    const message = '@here <!channel> <@U123> <https://evil.example|bank.example> &lt;!here&gt;'
    const { text } = await deliverTo('slack', { ...ADA, name: '<!everyone>', email: 'ada@here.example', message })
    expect(text).not.toMatch(/[<>]/)
    expect(text.match(/\S*@here\S*/g)).toEqual(['ada@here.example'])
    expect(text).toContain('&amp;lt;!here&amp;gt;')
  })

  test('cuts a long text at the limit, without splitting an emoji or an escaped character', async () => {
    for (const character of ['👩‍👩‍👧', '&', 'é']) {
      const { text } = await deliverTo('slack', { ...ADA, message: character.repeat(40_000) })
      const end = { '&': '&amp;…' }[character] ?? `${character}…`
      expect(text.endsWith(end)).toBe(true)
      expect(text.length).toBeGreaterThan(39_980)
    }
  })

  test('cuts texts in blocks at 3,000 characters, and fields at 2,000', async () => {
    const HTTP_BODY = JSON.stringify({
      text: '{_subject}',
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: '{message}' } },
        { type: 'section', fields: [{ type: 'mrkdwn', text: '{message}' }] },
      ],
    })
    const { blocks } = await deliverTo('slack', { ...ADA, message: 'a'.repeat(5000) }, { HTTP_BODY })
    expect(blocks[0].text.text).toBe(`${'a'.repeat(2999)}…`)
    expect(blocks[1].fields[0].text).toBe(`${'a'.repeat(1999)}…`)
  })
})

describe('the preset discord', () => {
  test('sends visitor input that can neither mention people nor hide the target of a link', async () => {
    const message = '@everyone <@123> <@&456> [bank.example](https://evil.example) \\[a](https://evil.example)'
    for (const HTTP_BODY of [undefined, '{"content": "{message}"}']) {
      const { content, allowed_mentions } = await deliverTo('discord', { ...ADA, message }, { HTTP_BODY })
      expect(allowed_mentions).toEqual({ parse: [] })
      expect(content).not.toMatch(/\]\(|<@|@everyone/)
      expect(content).toContain('everyone')
    }
  })

  test('cuts the content at 2,000 characters, without splitting an emoji', async () => {
    const { content } = await deliverTo('discord', { ...ADA, message: '👩‍👩‍👧'.repeat(1000) })
    expect(content.length).toBeLessThanOrEqual(2000)
    expect(content).toMatch(/👩‍👩‍👧…$/u)
  })
})

describe('the preset teams', () => {
  test('sends visitor input that cannot hide the target of a link', async () => {
    const evil = '[bank.example](https://evil.example) [a][b] [b]: https://evil.example'
    const card = JSON.stringify(await deliverTo('teams', { ...ADA, name: evil, message: evil }))
    expect(card).toContain('bank.example')
    expect(card).not.toMatch(/\][([:]/)
  })

  test('keeps the message below 28 KB, even if each character takes three bytes', async () => {
    const card = await deliverTo('teams', { ...ADA, message: '名'.repeat(20_000) })
    expect(JSON.stringify(card)).toContain('名…')
  })
})

describe('the preset hubspot', () => {
  test('omits empty fields, and sends numbers and choices as text', async () => {
    const values = { ...ADA, currentChannels: ['amazon', 'grocery'], monthlyRevenue: 70_000 }
    const { fields } = await deliverTo('hubspot', values, { formType: 'distribution-plan' })
    expect(fields).toEqual([
      { objectTypeId: '0-1', name: 'email', value: 'ada@mail.example' },
      { objectTypeId: '0-1', name: 'firstname', value: 'Ada' },
      { objectTypeId: '0-1', name: 'channels', value: 'amazon;grocery' },
      { objectTypeId: '0-1', name: 'revenue', value: '70000' },
    ])
  })
})

describe('the preset airtable', () => {
  test('keeps numbers and lists, and omits empty cells', async () => {
    const HTTP_BODY = JSON.stringify({
      fields: { Mail: '{email}', Channels: '{currentChannels}', Revenue: '{monthlyRevenue}', Site: '{websiteUrl}' },
      typecast: true,
    })
    const values = { ...ADA, currentChannels: ['amazon', 'grocery'], monthlyRevenue: 70_000, websiteUrl: '' }
    const { fields } = await deliverTo('airtable', values, { HTTP_BODY, formType: 'distribution-plan' })
    expect(fields).toEqual({ Mail: 'ada@mail.example', Channels: ['amazon', 'grocery'], Revenue: 70_000 })
  })
})

describe('the preset google-sheets', () => {
  test.each([
    ['a redirect to a login', 302, 'https://accounts.google.com/ServiceLogin'],
    ['a redirect to a similar host', 302, 'https://script.googleusercontent.com.evil.example/'],
    ['the page of a script that failed', 200, undefined],
  ])('does not count %s as delivered', async (_, status, location) => {
    const { env } = await createVendor('google-sheets')
    const { url, calls } = await createHookReceiver((response) =>
      response.writeHead(status, location ? { location } : {}).end(),
    )
    const HTTP_URL = new URL(url).origin + vendors['google-sheets'].path
    expect(await deliver({ ...env, HTTP_URL }, ADA)).toMatchObject({ kind: 'temporary', detail: `HTTP ${status}` })
    expect(calls).toHaveLength(1)
  })
})
