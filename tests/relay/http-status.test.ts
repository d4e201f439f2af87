import { rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { APPLY, createHttpFixture, HTML, readResponse, SUBMIT } from './http-fixture.ts'
import { rawRequest } from './raw-request.ts'
import { createSiteForms } from './site-forms.ts'

const CONTACT = { formType: 'contact', name: 'Ada Lind', email: 'ada@mail.example', message: 'Hello' }
const form = (more: Record<string, string> = {}) => new URLSearchParams({ ...CONTACT, ...more })

describe('HTTP requests and responses', () => {
  test('errors are sent as problem+json with a stable code', async () => {
    const { postJson } = await createHttpFixture()
    const { json, headers, status } = await readResponse(await postJson({ ...CONTACT, email: 'nobody' }))
    expect(status).toBe(422)
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(json).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      code: 'validation',
      detail: expect.any(String),
      errors: [{ field: 'email', code: 'invalid', detail: expect.stringContaining('@') }],
    })
  })

  test.each([
    ['GET', SUBMIT, 405, 'method'],
    ['PUT', SUBMIT, 405, 'method'],
    ['DELETE', APPLY, 405, 'method'],
    ['GET', '/', 404, 'not-found'],
    ['POST', '/functions/v1/other', 404, 'not-found'],
    ['GET', '/thanks/other', 404, 'not-found'],
    ['GET', '/thanks/%E0%A4%A', 400, 'malformed'],
    ['GET', '/inbox', 404, 'not-found'],
    ['GET', '/attachments/x/y?until=1&signature=z', 404, 'not-found'],
    ['POST', SUBMIT, 415, 'media-type'],
  ])('%s %s returns %i', async (method, path, status, code) => {
    const { address } = await createHttpFixture()
    const answer = await readResponse(await fetch(address + path, { method }))
    expect(answer).toMatchObject({ status, code })
    if (status === 405) expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
  })

  test('a POST request with neither a body nor a Content-Length returns 411', async () => {
    const { address } = await createHttpFixture()
    const { status, text } = await rawRequest(
      address,
      (socket) => void socket.write(`POST ${SUBMIT} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\r\n`),
    )
    expect(status).toBe(411)
    expect(text).toContain('"code":"length"')
  })

  test('job applications sent as JSON are refused', async () => {
    const { post } = await createHttpFixture()
    expect(await readResponse(await post(APPLY, '{}', { 'content-type': 'application/json' }))).toMatchObject({
      status: 415,
    })
    expect(await readResponse(await post(APPLY, form()))).toMatchObject({ status: 422, code: 'unknown-form' })
  })

  test('a chunked body without Content-Length is accepted', async () => {
    const { address } = await createHttpFixture()
    const body = JSON.stringify(CONTACT)
    const { status } = await rawRequest(
      address,
      (socket) =>
        void socket.write(
          `POST ${SUBMIT} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
        ),
    )
    expect(status).toBe(202)
  })

  test('every response has security headers', async () => {
    const { postJson } = await createHttpFixture()
    const { headers } = await postJson(CONTACT)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-powered-by')).toBeNull()
  })
})

describe('pages from other origins', () => {
  const env = { RELAY_ORIGINS: 'https://www.site.example https://other.example' }
  const origin = { origin: 'https://www.site.example' }

  test('may submit forms and read every response, including errors, if their origin is allowed', async () => {
    const { postJson, address } = await createHttpFixture({ env })
    const answers = [
      await postJson(CONTACT, origin),
      await postJson({}, origin),
      await postJson('{', origin),
      await fetch(address + SUBMIT, { headers: origin }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([202, 422, 400, 405])
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe('https://www.site.example')
      expect(headers.get('vary')).toContain('Origin')
    }
  })

  test('receive a preflight response that allows the headers apikey, authorization and idempotency-key', async () => {
    const { address } = await createHttpFixture({ env })
    for (const path of [SUBMIT, APPLY]) {
      const { status, headers } = await fetch(address + path, {
        method: 'OPTIONS',
        headers: {
          ...origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'apikey,authorization,idempotency-key,content-type',
        },
      })
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe('https://www.site.example')
      expect(headers.get('access-control-allow-methods')).toBe('POST')
      const allowed = headers.get('access-control-allow-headers')?.split(',')
      expect(allowed).toEqual(expect.arrayContaining(['apikey', 'authorization', 'idempotency-key', 'content-type']))
    }
  })

  test('are refused if their origin is not allowed, and the response has no CORS headers', async () => {
    const { postJson, address, names } = await createHttpFixture({ env })
    for (const foreign of [
      'https://evil.example',
      'http://www.site.example',
      'null',
      'https://www.site.example.evil.example',
    ]) {
      const answer = await readResponse(await postJson(CONTACT, { origin: foreign }))
      expect(answer).toMatchObject({ status: 403, code: 'origin' })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      const preflight = await fetch(address + SUBMIT, {
        method: 'OPTIONS',
        headers: { origin: foreign, 'access-control-request-method': 'POST' },
      })
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(await names('queue')).toEqual([])
  })

  test("are refused by default, while pages on the relay's own host may submit forms", async () => {
    const { postJson, address } = await createHttpFixture()
    expect((await postJson(CONTACT, { origin: address })).status).toBe(202)
    expect((await postJson(CONTACT, { origin: 'https://www.site.example' })).status).toBe(403)
    // A client can forge this header.
    const forged = { origin: 'https://www.site.example', 'x-forwarded-host': 'www.site.example' }
    expect((await postJson(CONTACT, forged)).status).toBe(403)
  })
})

describe('the public key', () => {
  test('is required in a header or in the URL if RELAY_PUBLIC_KEY is set', async () => {
    const { postJson, post } = await createHttpFixture({ env: { RELAY_PUBLIC_KEY: 'anon-key' } })
    expect(await readResponse(await postJson(CONTACT))).toMatchObject({ status: 401, code: 'public-key' })
    expect((await postJson(CONTACT, { apikey: 'other' })).status).toBe(401)
    expect((await postJson(CONTACT, { authorization: 'Bearer other' })).status).toBe(401)
    expect((await postJson(CONTACT, { apikey: 'anon-key' })).status).toBe(202)
    expect((await postJson(CONTACT, { authorization: 'Bearer anon-key' })).status).toBe(202)
    expect((await post(`${SUBMIT}?apikey=anon-key`, form(), HTML)).status).toBe(303)
    expect((await readResponse(await post(`${SUBMIT}?apikey=anon-key`, form({ email: '' }), HTML))).text).toContain(
      'action="send-form-submission?apikey=anon-key"',
    )
  })

  test('is ignored, as is an Authorization header, if RELAY_PUBLIC_KEY is not set', async () => {
    const { postJson } = await createHttpFixture()
    expect((await postJson(CONTACT, { apikey: 'x', authorization: 'Bearer y' })).status).toBe(202)
  })
})

describe('many submissions from one address', () => {
  const env = { RELAY_POSTS_PER_MINUTE: '2' }

  test('are refused temporarily for one form, without affecting other forms or addresses', async () => {
    const { postJson, names, emptyTmp } = await createHttpFixture({ env })
    expect((await postJson(CONTACT)).status).toBe(202)
    expect((await postJson(CONTACT)).status).toBe(202)
    const refused = await readResponse(await postJson(CONTACT))
    expect(refused).toMatchObject({ status: 429, code: 'rate' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await postJson({ ...CONTACT, formType: 'get-started' })).status).toBe(422)
    expect((await postJson(CONTACT, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(202)
    expect(await names('queue')).toHaveLength(3)
    await emptyTmp()
  })

  test('are counted by IP address, regardless of the port', async () => {
    const { postJson } = await createHttpFixture({ env })
    const from = async (address: string) => (await postJson(CONTACT, { 'x-forwarded-for': address })).status
    const ports = ['7.7.7.7', '7.7.7.7:1', '7.7.7.7:2', '[2001:db8::1]:1', '[2001:db8::1]:2', '2001:db8::1']
    const statuses: number[] = []
    for (const address of ports) statuses.push(await from(address))
    expect(statuses).toEqual([202, 202, 429, 202, 202, 429])
  })

  test('are counted by network instead of by address if they come over IPv6', async () => {
    const { postJson } = await createHttpFixture({ env })
    const from = (address: string) => postJson(CONTACT, { 'x-forwarded-for': address })
    expect((await from('2001:db8:1:aa00::1')).status).toBe(202)
    expect((await from('2001:db8:1:aaff::2')).status).toBe(202)
    expect((await from('2001:db8:1:aa12::3')).status).toBe(429)
    expect((await from('2001:db8:1:bb00::1')).status).toBe(202)
  })

  test('cause the form to be shown again in browsers without JavaScript, so that it can be sent later', async () => {
    const { post } = await createHttpFixture({ env })
    for (const message of ['a', 'b']) await post(SUBMIT, form({ message }), HTML)
    const { status, text, headers } = await readResponse(
      await post(SUBMIT, form({ message: 'my third message' }), HTML),
    )
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBeTruthy()
    expect(text).toContain('my third message')
    expect(text).toContain('Please wait a moment')
  })
})

test('metrics count submissions without reading their files', async () => {
  const { postJson, address, folder } = await createHttpFixture()
  const { json } = await readResponse(await postJson(CONTACT))
  await rm(path.join(folder, 'queue', json.id, 'envelope.json'))
  expect(await (await fetch(`${address}/metrics`)).text()).toContain('relay_entries{place="queue"} 1')
})

describe('relay pages for visitors', () => {
  test('contain a heading, a contact address and a link to the site for every type of error', async () => {
    const { post, address } = await createHttpFixture({ env: { RELAY_ORIGINS: 'https://www.site.example' } })
    const answers = [
      await post(SUBMIT, form(), { ...HTML, origin: 'https://evil.example' }),
      await post(SUBMIT, 'x', { ...HTML, 'content-type': 'text/plain' }),
      await post(SUBMIT, form({ formType: 'other' }), HTML),
      await fetch(`${address}/nothing`, { headers: HTML }),
      await fetch(address + SUBMIT, { headers: HTML }),
    ]
    for (const answer of answers) {
      const { status, text, headers } = await readResponse(answer)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(text).toMatch(/<h1>.+<\/h1>/)
      expect(text).toContain('hello@northshelf.example')
      expect(text).toContain('href="https://northshelf.example/"')
    }
  })

  test('link to the origin that the visitor came from if it is allowed, and otherwise to the site', async () => {
    const { address } = await createHttpFixture({ env: { RELAY_ORIGINS: 'https://www.site.example' } })
    const thanks = (referer: string) =>
      fetch(`${address}/thanks/contact`, { headers: { ...HTML, referer } }).then((answer) => answer.text())
    expect(await thanks('https://www.site.example/contact?x=1')).toContain('href="https://www.site.example/"')
    for (const foreign of ['https://evil.example/', 'javascript:alert(1)', `${address}${SUBMIT}`, 'nonsense'])
      expect(await thanks(foreign)).toContain('href="https://northshelf.example/"')
  })
})

test('every thank-you page shows the heading of its form', async () => {
  const { address } = await createHttpFixture()
  for (const { formType, thanks } of Object.values(createSiteForms().forms)) {
    const { status, text } = await readResponse(await fetch(`${address}/thanks/${formType}`))
    expect(status).toBe(200)
    expect(text).toContain(`<h1>${thanks.heading}</h1>`)
  }
})
