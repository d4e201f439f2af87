import { expect, test } from 'vitest'
import { createMetrics, createMonitor } from '../../relay/monitoring/monitor.ts'
import { createCapturedLog } from './captured-log.ts'
import { exe, pdf } from './documents.ts'
import { APPLY, createHttpFixture, HTML, readResponse, SUBMIT, toForm } from './http-fixture.ts'

const SECRETS = {
  name: 'Zebulon Quartermaine',
  email: 'zebulon@private-mail.example',
  phone: '+1 999 424 2424',
  location: 'Ytterhogdal',
  coverLetter: 'my secret letter',
  message: 'my secret message',
  brandName: 'Secretbrand',
}

test('the log contains no visitor input, whether a submission is accepted or refused', async () => {
  const { post, postJson, logged, address } = await createHttpFixture({
    env: { RELAY_ORIGINS: 'https://site.example', RELAY_PUBLIC_KEY: 'hidden-key' },
  })
  const key = { apikey: 'hidden-key', 'idempotency-key': 'visible-key-1' }
  const named = (bytes: Buffer<ArrayBuffer>) => new File([bytes], 'Quartermaine-secret.pdf')
  const job = { ...SECRETS, jobTitle: 'Secret title', jobDepartment: 'Secret department' }
  const contact = { formType: 'contact', ...SECRETS }
  const statuses = [
    await postJson(contact, key),
    await postJson({ ...contact, message: 'x' }, key),
    await postJson({ ...contact, email: 'zebulon-nowhere' }, { apikey: 'hidden-key' }),
    await postJson({ ...contact, _subject: 'https://secret-spam.example' }, { apikey: 'hidden-key' }),
    await postJson({ ...contact, formType: 'secret-form' }, { apikey: 'hidden-key' }),
    await postJson(`{"name":"${SECRETS.name}"`, { apikey: 'hidden-key' }),
    await postJson(contact),
    await postJson(contact, { apikey: 'hidden-key', origin: 'https://secret-origin.example' }),
    await post(APPLY, toForm(job, { resume: named(pdf()) }), { apikey: 'hidden-key' }),
    await post(APPLY, toForm(job, { resume: named(exe()) }), { apikey: 'hidden-key' }),
    await post(`${SUBMIT}?apikey=hidden-key&secret=query`, new URLSearchParams(contact), {
      ...HTML,
      'x-forwarded-for': '203.0.113.77',
      'user-agent': 'SecretAgent',
    }),
    await fetch(`${address}/secret-path`),
  ].map(({ status }) => status)
  expect(statuses).toEqual([202, 422, 422, 202, 422, 400, 401, 403, 202, 422, 303, 404])
  const log = logged()
  expect(log.split('\n').length).toBeGreaterThan(8)
  expect(log).toContain('"form":"contact"')
  for (const secret of [
    ...Object.values(SECRETS),
    'Quartermaine',
    'ecret',
    'zebulon',
    'hidden-key',
    'visible-key',
    '203.0.113.77',
    '127.0.0.1',
  ])
    expect(log).not.toContain(secret)
})

/** Fields that may contain visitor input or addresses. */
const PRIVATE = ['body', 'values', 'entries', 'headers', 'req', 'res', 'ip', 'remoteAddress', 'email', 'name', 'url']

test.each(PRIVATE)('the log omits the field %s, also one level deeper', (field) => {
  const { log, logged } = createCapturedLog()
  log.info({ [field]: SECRETS, post: { [field]: SECRETS, form: 'contact' } }, 'received')
  expect(logged()).toContain('"post":{"form":"contact"}')
  expect(logged()).not.toContain(SECRETS.name)
})

test('an internal error shows no details to the visitor and logs no visitor input', async () => {
  const { postJson, logged, post } = await createHttpFixture({
    wrap: (store) => ({
      ...store,
      async draft() {
        const draft = await store.draft()
        return {
          ...draft,
          commit: async () => ({
            id: '',
            receivedAt: '',
            get payload(): string {
              throw new TypeError(`cannot read ${SECRETS.email}`)
            },
          }),
        }
      },
    }),
  })
  const contact = { formType: 'contact', ...SECRETS }
  const { status, text, code } = await readResponse(await postJson(contact, { 'idempotency-key': 'k' }))
  expect([status, code]).toEqual([500, 'internal'])
  expect(text).not.toMatch(/TypeError|zebulon|\.ts/)
  const page = await readResponse(await post(SUBMIT, new URLSearchParams(contact), HTML))
  expect(page.status).toBe(500)
  expect(page.text).not.toMatch(/TypeError|\.ts:/)
  expect(page.text).toContain('my secret message')
  expect(logged()).toContain('"type":"TypeError"')
  expect(logged()).toMatch(/http-privacy\.test\.ts/)
  expect(logged()).not.toContain('zebulon')
})

test("the log contains the reason for a failed delivery, but does not quote the receiver's response", () => {
  const { log, logged } = createCapturedLog()
  createMonitor(log, createMetrics()).onOutcome({
    ...{ id: '1', formType: 'contact', target: 'mail', tries: 1, status: 'waiting', milliseconds: 5 },
    outcome: { kind: 'temporary', detail: `450 <${SECRETS.email}> is busy`, reason: 'mail.example:465, RCPT TO: 450' },
  })
  expect(logged()).toContain('"reason":"mail.example:465, RCPT TO: 450"')
  expect(logged()).not.toContain('zebulon')
})
