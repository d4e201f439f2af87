import { expect, test } from 'vitest'
import { pdf } from './documents.ts'
import { APPLY, createHttpFixture, readResponse, toForm } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'

const env = {
  RELAY_INBOX: 'true',
  RELAY_TARGETS: 'file hook=webhook mail=smtp',
  WEBHOOK_URL: 'https://hook.example/in',
  WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMTP_FROM: 'Site <site@agency.example>',
  MAIL_TO: 'sales@agency.example',
}
const EVIL = '"><script>alert(1)</script>'
const answers = {
  name: EVIL,
  email: 'ada@mail.example',
  phone: '555 0100',
  message: EVIL,
  job_title: 'General Application',
  job_department: 'Various',
}

test('the inbox lists submissions, newest first, and shows what each target receives', async () => {
  const forms = createSiteForms()
  const site = { ...forms.site, language: 'en-GB', timeZone: 'Europe/Amsterdam', look: 'shelf' as const }
  const { address, post, postJson, clock } = await createHttpFixture({ env, forms: { ...forms, site } })
  const empty = await readResponse(await fetch(`${address}/inbox`))
  expect(empty.text).toContain('No submissions yet')
  expect(empty.text).toContain('class="goods"')
  const first = await readResponse(
    await postJson({ formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'first' }),
  )
  clock.advance(1000)
  const second = await readResponse(
    await post(APPLY, toForm(answers, { resume: new File([pdf(3000)], 'Ada’s cv.pdf') })),
  )
  const { status, text, headers } = await readResponse(await fetch(`${address}/inbox`))
  expect(status).toBe(200)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('cache-control')).toBe('no-store')
  expect(text.indexOf(second.json.id)).toBeLessThan(text.indexOf(first.json.id))
  expect(text).not.toContain('<script>')
  expect(text).toContain('&lt;script&gt;')
  expect(text).toContain('<dt>Phone</dt>')
  expect(text).toContain('5 Jan 2026, 10:00:00 CET (5 Jan 2026, 09:00:00 UTC)')
  expect(text).toContain('To: sales@agency.example')
  expect(text).toContain('submission.received')
  expect(text.match(/data-is="waiting"/g)).toHaveLength(6)

  const mail = await readResponse(await fetch(`${address}/inbox/${second.json.id}/mail/mail`))
  expect(mail.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  expect(mail.text).toContain('&lt;script&gt;')
  expect(mail.text).not.toContain('<script>')
  const file = await fetch(address + /href="([^"]+)">Ada’s cv\.pdf</.exec(text)?.[1])
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="Ada?s cv.pdf"; filename*=UTF-8''Ada%E2%80%99s%20cv.pdf`,
  )
  expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf(3000))
  for (const path of [
    'x',
    `${second.json.id}/files/1.bin`,
    `${second.json.id}/files/envelope.json`,
    `${second.json.id}/files/..%2Fenvelope.json`,
    `${second.json.id}/mail/hook`,
    '../../etc/passwd/mail/mail',
  ])
    expect((await fetch(`${address}/inbox/${path}`)).status).toBe(404)
})

test('the inbox returns 404 to requests from other machines', async () => {
  const { address } = await createHttpFixture({ env })
  for (const headers of [{ 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=1.2.3.4' }, { via: '1.1 proxy' }])
    for (const path of ['/inbox', '/livez', '/metrics'])
      expect((await fetch(address + path, { headers })).status).toBe(404)
  const { rawRequest } = await import('./raw-request.ts')
  const rebound = await rawRequest(
    address,
    (socket) => void socket.write('GET /inbox HTTP/1.1\r\nHost: evil.example:8787\r\n\r\n'),
  )
  expect(rebound.status).toBe(404)
})

test('the inbox returns 404 unless it is enabled', async () => {
  const { address } = await createHttpFixture()
  expect((await fetch(`${address}/inbox`)).status).toBe(404)
})

test('the inbox draws a shelf only if the site does', async () => {
  const { address } = await createHttpFixture({ env })
  const { text } = await readResponse(await fetch(`${address}/inbox`))
  expect(text).toContain('No submissions yet')
  expect(text).not.toMatch(/class="(?:goods|gap)"/)
})
