import { describe, expect, test } from 'vitest'
import { pdf } from './documents.ts'
import { APPLY, createHttpFixture, HTML, readResponse, SUBMIT, toForm } from './http-fixture.ts'
import { multipart, rawPost, rawRequest } from './raw-request.ts'
import { until } from './until.ts'

const CONTACT = { formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hello' }
const form = (more: Record<string, string> = {}) => new URLSearchParams({ ...CONTACT, ...more })
const key = (name = 'key-1') => ({ 'idempotency-key': name })

describe('an idempotency key', () => {
  test('identifies the existing submission if the same content is sent again in any encoding', async () => {
    const { postJson, post, names, clock } = await createHttpFixture()
    const first = await readResponse(await postJson(CONTACT, key()))
    clock.advance(60_000)
    const second = await readResponse(await postJson({ ...CONTACT, brandName: undefined }, key()))
    const third = await readResponse(await post(SUBMIT, form({ _key: 'key-1' })))
    expect([first.status, second.status, third.status]).toEqual([202, 202, 202])
    expect(second.json).toEqual(first.json)
    expect(third.json).toEqual(first.json)
    expect(await names('queue')).toHaveLength(1)
  })

  test('is refused if it is reused with different content', async () => {
    const { postJson, names } = await createHttpFixture()
    await postJson(CONTACT, key())
    expect(await readResponse(await postJson({ ...CONTACT, message: 'Other' }, key()))).toMatchObject({
      status: 422,
      code: 'idempotency-mismatch',
    })
    expect(await names('queue')).toHaveLength(1)
  })

  test('can be used again after an operator drops its submission', async () => {
    const { postJson, store, names } = await createHttpFixture()
    const first = await readResponse(await postJson(CONTACT, key()))
    await store.drop(first.json.id)
    const second = await readResponse(await postJson(CONTACT, key()))
    expect(second.status).toBe(202)
    expect(await names('queue')).toEqual([second.json.id])
  })

  test('is refused if it is reused with a different attachment', async () => {
    const { post, names, emptyTmp } = await createHttpFixture()
    const answers = {
      name: 'A',
      email: 'a@b.co',
      phone: '555 0100',
      job_title: 'General Application',
      job_department: 'Various',
    }
    const send = (bytes: Buffer<ArrayBuffer>) =>
      post(APPLY, toForm(answers, { resume: new File([bytes], 'cv.pdf') }), key())
    const first = await readResponse(await send(pdf(5000)))
    expect((await readResponse(await send(pdf(5000)))).json).toEqual(first.json)
    expect(await readResponse(await send(pdf(6000)))).toMatchObject({ status: 422, code: 'idempotency-mismatch' })
    expect(await names('queue')).toHaveLength(1)
    await emptyTmp()
  })

  test('is refused with 409 while another request with the same key is in progress', async () => {
    const { address, post, postJson, names } = await createHttpFixture()
    const body = multipart(
      'B',
      Object.entries(CONTACT).map(([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`),
    )
    const whole = rawPost(SUBMIT, { 'content-type': 'multipart/form-data; boundary=B', ...key() }, body)
    let refused: Awaited<ReturnType<typeof readResponse>> | undefined
    const first = await rawRequest(address, async (socket) => {
      socket.write(whole.subarray(0, -20))
      refused = await until('the key is in use', async () => {
        const answer = await readResponse(await post(SUBMIT, form({ email: 'wrong' }), key()))
        return answer.status === 409 ? answer : undefined
      })
      socket.write(whole.subarray(-20))
    })
    expect(refused).toMatchObject({ status: 409, code: 'idempotency-running' })
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(first.status).toBe(202)
    expect((await postJson(CONTACT, key())).status).toBe(202)
    expect(await names('queue')).toHaveLength(1)
  })

  test('can be used again if its request was refused', async () => {
    const { postJson } = await createHttpFixture()
    expect((await postJson({ ...CONTACT, email: 'x' }, key())).status).toBe(422)
    expect((await postJson(CONTACT, key())).status).toBe(202)
  })

  test('creates only one submission if twenty concurrent requests use it', async () => {
    const { postJson, names } = await createHttpFixture()
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => readResponse(await postJson({ ...CONTACT, _key: 'same' }))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]))
    expect(new Set(answers.filter(({ status }) => status === 202).map(({ json }) => json.id)).size).toBe(1)
    expect(await names('queue')).toHaveLength(1)
  })

  test.each(['', 'ä', 'x'.repeat(201), 'a b'])('if invalid, is refused in headers but not forms: %j', async (name) => {
    const { postJson, post } = await createHttpFixture()
    if (!/ä/.test(name))
      expect(await readResponse(await postJson(CONTACT, key(name)))).toMatchObject({
        status: 400,
        code: 'idempotency-key',
      })
    expect((await post(SUBMIT, form({ _key: name }))).status).toBe(202)
  })

  test('is stored with its submission, so it survives restarts', async () => {
    const { postJson, store } = await createHttpFixture()
    const { json } = await readResponse(await postJson(CONTACT, key()))
    expect((await store.read(json.id))?.envelope.idempotency).toEqual({
      key: 'key-1',
      payload: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })
})

describe('requests without an idempotency key', () => {
  test('create only one submission if they are identical and come from a page without JavaScript', async () => {
    const { post, names, clock } = await createHttpFixture()
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(SUBMIT, form(), HTML)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303))
    clock.advance(9 * 60_000)
    expect((await post(SUBMIT, form(), HTML)).status).toBe(303)
    expect(await names('queue')).toHaveLength(1)
  })

  test('without JavaScript, create separate submissions if answers differ or ten minutes have passed', async () => {
    const { post, names, clock } = await createHttpFixture()
    await post(SUBMIT, form(), HTML)
    await post(SUBMIT, form({ message: 'Another' }), HTML)
    expect(await names('queue')).toHaveLength(2)
    clock.advance(10 * 60_000 + 1)
    await post(SUBMIT, form(), HTML)
    expect(await names('queue')).toHaveLength(3)
    clock.advance(60_000)
    await post(SUBMIT, form(), HTML)
    expect(await names('queue')).toHaveLength(3)
  })

  test('create separate submissions, even if identical, if they come from a page with JavaScript', async () => {
    const { postJson, names } = await createHttpFixture()
    await postJson(CONTACT)
    await postJson(CONTACT)
    expect(await names('queue')).toHaveLength(2)
  })
})
