import { describe, expect, test } from 'vitest'
import { MINUTE } from '../../relay/clock.ts'
import { runPreflightChecks } from '../../relay/commands/preflight.ts'
import { readConfig } from '../../relay/config.ts'
import type { SiteForms } from '../../relay/site-forms.ts'
import { listTargetWarnings } from '../../relay/targets/check-targets.ts'
import { createSmtpTarget } from '../../relay/targets/smtp.ts'
import { getTargetType } from '../../relay/targets/targets.ts'
import { contractSchema } from '../../src/forms/contract.ts'
import { createDeliveryFixture } from './delivery-fixture.ts'
import { createFakeClock } from './fake-clock.ts'
import { SUBMIT } from './http-fixture.ts'
import { createMailReceiver } from './mail-receiver.ts'
import { startMailRelay } from './mail-relay.ts'
import { createSiteForms } from './site-forms.ts'
import { temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

const options = ['north', 'south', 'west'].map((value) => ({ value, label: `The ${value} practice` }))
const FIELDS = [
  { kind: 'email', name: 'email', label: 'Email', required: true },
  { kind: 'checkboxes', name: 'about', label: 'About', options: [...options, { value: 'visit', label: 'A visit' }] },
]
const PRACTICE = { kind: 'radio', name: 'practice', label: 'Practice', options, required: true }
const MAIL_RECIPIENTS = 'north=north@practice.example; south = Desk <desk@practice.example>, south@practice.example;'
const TEAM = 'team@northshelf.example'
const SMTP = { RELAY_TARGETS: 'smtp', SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'a@b.example', MAIL_TO: TEAM }

/** Returns the site's forms and two whose answers choose the recipient. In `visit`, the question has a condition. */
function createForms(): SiteForms {
  const forms = createSiteForms()
  const { confirmation: _confirmation, ...contact } = forms.forms.contact ?? {}
  const create = (formType: string, to: string, ...groups: object[]) =>
    contractSchema.parse({ ...contact, formType, mail: { subject: 'Question', to }, groups })
  const when = { field: 'about', is: ['visit'] }
  const own = [
    create('question', 'practice', { fields: [...FIELDS, PRACTICE] }),
    create('visit', 'practice', { fields: FIELDS }, { when, fields: [PRACTICE] }),
    create('several', 'about', { fields: FIELDS }),
  ]
  return { ...forms, forms: { ...forms.forms, ...Object.fromEntries(own.map((form) => [form.formType, form])) } }
}
const forms = createForms()
const start = (more: Partial<Parameters<typeof startMailRelay>[0]> = {}) =>
  startMailRelay({ forms, env: { MAIL_RECIPIENTS }, ...more })

describe('mail.to', () => {
  test('sends each submission only to the recipients that its answer chooses, otherwise to MAIL_TO', async () => {
    const { post, at, mails } = await start()
    const cases: [answers: Record<string, unknown>, to: string[]][] = [
      [{ formType: 'question', practice: 'north' }, ['north@practice.example']],
      [{ formType: 'question', practice: 'south' }, ['desk@practice.example', 'south@practice.example']],
      [{ formType: 'question', practice: 'west' }, [TEAM]],
      [{ formType: 'visit', about: ['visit'], practice: 'north' }, ['north@practice.example']],
      [{ formType: 'visit', about: ['north'], practice: 'north' }, [TEAM]],
      [{ formType: 'several', about: ['north', 'west'] }, ['north@practice.example', TEAM]],
      [{ formType: 'several' }, [TEAM]],
      [{ formType: 'contact', about: ['north'] }, [TEAM]],
    ]
    for (const [answers, to] of cases) {
      const id = await post(answers)
      await at(id)
      const received = mails.filter(({ mail }) => mail.messageId?.startsWith(`<${id}@`))
      expect([answers, received.map((mail) => mail.to)]).toEqual([answers, [to]])
    }
  })

  test('does not let visitors choose a recipient that is not an option', async () => {
    const { address, mails } = await start({
      env: { MAIL_RECIPIENTS: `${MAIL_RECIPIENTS} chief=chief@practice.example` },
    })
    const answers = { formType: 'question', email: 'ada@brand.example', practice: 'chief' }
    const response = await fetch(`${address}${SUBMIT}`, {
      method: 'POST',
      body: JSON.stringify(answers),
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(422)
    expect(mails).toEqual([])
  })

  test('retries only the chosen recipients that have not accepted the email', async () => {
    const requested: string[] = []
    const { url, mails } = await createMailReceiver({
      onRcptTo({ address }, _session, done) {
        const isRetry = requested.includes(address)
        requested.push(address)
        done(address.startsWith('desk') && !isRetry ? Object.assign(new Error('later'), { responseCode: 450 }) : null)
      },
    })
    const [config] = readConfig({ ...SMTP, SMTP_URL: url, MAIL_RECIPIENTS }).targets
    if (config?.kind !== 'smtp') throw new Error('there is no mail target')
    const target = createSmtpTarget(config, { forms, clock: createFakeClock() })
    const { commit, delivery, attempted, clock, stateOf } = await createDeliveryFixture([target])
    delivery.start()
    const id = await commit({ formType: 'question', values: { practice: 'south' } })
    await attempted(1)
    await until('the timer', () => clock.pending().includes(MINUTE / 2))
    clock.advance(MINUTE / 2)
    await attempted(2)
    expect(await stateOf(id)).toMatchObject({ place: 'done', status: 'delivered' })
    expect(requested).toEqual(['desk@practice.example', 'south@practice.example', 'desk@practice.example'])
    expect(mails.map(({ to }) => to)).toEqual([['south@practice.example'], ['desk@practice.example']])
  })
})

describe('MAIL_RECIPIENTS', () => {
  const read = (env: NodeJS.ProcessEnv) => readConfig({ ...SMTP, ...env })

  test.each([
    ['north', 'MAIL_RECIPIENTS: "north" has no recipients.'],
    ['north=a@b.example;south=', 'MAIL_RECIPIENTS: "south" has no recipients.'],
    ['north=nobody', 'MAIL_RECIPIENTS: "nobody" is not an email address.'],
  ])('is rejected if it is %j', (text, problem) => {
    expect(() => read({ MAIL_RECIPIENTS: text })).toThrow(problem)
  })

  test('may have an entry per line and addresses that contain an equals sign, and may be set for one target', () => {
    const text = 'north=a=b@c.example\nThe south=d@e.example'
    const { targets, warnings } = read({ RELAY_TARGETS: 'leads=smtp', MAIL_RECIPIENTS_LEADS: text })
    expect(warnings).toEqual([])
    const recipients = new Map([
      ['north', ['a=b@c.example']],
      ['The south', ['d@e.example']],
    ])
    expect(targets).toMatchObject([{ name: 'leads', recipients }])
  })

  test('causes a warning for options without an entry, in the forms that the target accepts', async () => {
    const warn = (env: NodeJS.ProcessEnv) => listTargetWarnings(read(env), forms)
    const detail = (missing: string) =>
      expect.objectContaining({ about: 'recipients', level: 'warn', detail: expect.stringContaining(missing) })
    expect(warn({})).toContainEqual(detail('MAIL_RECIPIENTS has no entry for north, south, west, visit:'))
    expect(warn({ MAIL_RECIPIENTS, RELAY_TARGETS: 'file smtp:question' })).toContainEqual(detail(' no entry for west:'))
    const other = warn({ RELAY_TARGETS: 'file smtp:contact' })
    expect(other.filter(({ about }) => about === 'recipients')).toEqual([])
    const spool = await temporaryFolder()
    const config = readConfig({ RELAY_SPOOL: spool, ...SMTP, MAIL_RECIPIENTS })
    expect((await runPreflightChecks(config, forms)).filter((text) => text.includes('MAIL_RECIPIENTS'))).toEqual([
      'smtp: MAIL_RECIPIENTS has no entry for west, visit: add one for each, or MAIL_TO receives their emails.',
    ])
  })

  /** Returns the email to the team, as the inbox shows it. */
  function previewMail(formType: string, values: Record<string, string>, siteForms: SiteForms) {
    const [config] = read({ MAIL_RECIPIENTS }).targets
    if (!config) throw new Error('there is no target')
    const envelope = { id: 'one', formType, values, attachments: [], receivedAt: '2026-01-05T09:00:00.000Z' }
    return getTargetType(config).preview(config, { envelope, open: () => undefined } as never, siteForms).mail?.text
  }

  test('determines the recipients that the inbox shows', () => {
    const text = previewMail('question', { practice: 'south' }, forms)
    expect(text).toContain('To: Desk <desk@practice.example>, south@practice.example\n')
  })

  test('has entries for the departments of positions, in every language', async () => {
    const job = forms.forms['job-application'] ?? expect.unreachable()
    const application = { ...job, mail: { subject: 'Application', about: [], from: ['name'], to: 'jobDepartment' } }
    const applications = { ...forms, forms: { 'job-application': application } }
    const languages = { de: { ...applications, given: { jobDepartment: ['Nord'] } } }
    const known = { ...applications, given: { jobDepartment: ['north', 'west'] }, translations: languages }
    expect(previewMail('job-application', { jobDepartment: 'north' }, known)).toContain('To: north@practice.example\n')
    expect(previewMail('job-application', { jobDepartment: 'west' }, known)).toContain(`To: ${TEAM}\n`)
    const details = listTargetWarnings(read({ MAIL_RECIPIENTS }), known).map(({ detail }) => detail)
    expect(details).toContainEqual(expect.stringContaining('MAIL_RECIPIENTS has no entry for west, Nord:'))
  })
})
