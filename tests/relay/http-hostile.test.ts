import { hash } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { pdf } from './documents.ts'
import { APPLY, createHttpFixture, HTML, readResponse, SUBMIT, toForm } from './http-fixture.ts'
import { listOpenFiles } from './open-files.ts'
import { field, multipart, rawPost, rawRequest } from './raw-request.ts'
import { until } from './until.ts'

const CONTACT = { formType: 'contact', name: 'Ada', email: 'ada@mail.example', brandName: '', message: 'Hello' }
const JOB = {
  name: 'Ada',
  email: 'ada@mail.example',
  phone: '555 0100',
  location: 'Oslo',
  jobTitle: 'Analyst',
  jobDepartment: 'Data',
}
const type = { 'content-type': 'multipart/form-data; boundary=B' }

type Fixture = Awaited<ReturnType<typeof createHttpFixture>>

async function sendParts(
  fixture: Fixture,
  at: string,
  parts: (string | Buffer)[],
  headers: Record<string, string> = type,
) {
  const { status, text } = await rawRequest(
    fixture.address,
    (socket) => void socket.write(rawPost(at, headers, multipart('B', parts))),
  )
  expect(text).not.toMatch(/\bat .*\.(ts|js):\d+/)
  return { status, text }
}

const contactParts = Object.entries(CONTACT).map(([name, value]) => field(name, value))
const jobParts = Object.entries(JOB).map(([name, value]) => field(name, value))

describe('multipart bodies that no browser sends', () => {
  const attach = (disposition: string) =>
    Buffer.concat([
      Buffer.from(`Content-Disposition: form-data; ${disposition}\r\nContent-Type: application/pdf\r\n\r\n`),
      pdf(),
    ])

  test.each([
    ["filename*=UTF-8''a%0D%0ABcc%3A%20evil%40x.example%0D%0A.pdf", 'aBcc evil@x.example.pdf'],
    ["filename*=UTF-8''..%2F..%2Fetc%2Fpasswd.pdf", 'passwd.pdf'],
    ['filename="C:\\\\Users\\\\ada\\\\cv.pdf"', 'cv.pdf'],
    ['filename="na\u202efdp.exe.pdf"', 'nafdp.exe.pdf'],
    [`filename="${'x'.repeat(300)}.pdf"`, `${'x'.repeat(116)}.pdf`],
    ['filename="<img src=x>.pdf"', 'img src=x.pdf'],
    ['filename="a\x1b[31m.pdf"', 'a [31m.pdf'],
    [`filename="${' '.repeat(15_000)}x.pdf"`, 'x.pdf'],
  ])('a file sent with the parameter %j is stored under a safe name', async (name, expected) => {
    const fixture = await createHttpFixture()
    expect((await sendParts(fixture, APPLY, [...jobParts, attach(`name="resume"; ${name}`)])).status).toBe(202)
    const [id = ''] = await fixture.names('queue')
    expect((await fixture.store.read(id))?.envelope.attachments).toMatchObject([{ name: expected, file: '0.bin' }])
  })

  test.each(['\r\n', '\r\n\r\n', 'preamble\r\n', '--C\r\n'])(
    'a body with %j before the first boundary is accepted with all its parts',
    async (preamble) => {
      const fixture = await createHttpFixture()
      const body = Buffer.concat([Buffer.from(preamble), multipart('B', contactParts)])
      const { status } = await rawRequest(fixture.address, (socket) => void socket.write(rawPost(SUBMIT, type, body)))
      expect(status).toBe(202)
      const [id = ''] = await fixture.names('queue')
      expect((await fixture.store.read(id))?.envelope.values.message).toBe('Hello')
    },
  )

  test('a body with a wrong first boundary or a long preamble is refused', async () => {
    const fixture = await createHttpFixture()
    const first = multipart('B', contactParts)
    const preambles = ['', '--C\r\n', 'preamble\r\n--C\r\n'].map((wrong) => [Buffer.from(wrong), first.subarray(5)])
    for (const body of [...preambles, [Buffer.alloc(100_000, 'x'), Buffer.from('\r\n'), first]].map((pieces) =>
      Buffer.concat(pieces),
    )) {
      const { status } = await rawRequest(fixture.address, (socket) => void socket.write(rawPost(SUBMIT, type, body)))
      expect(status).toBe(400)
    }
    const other = { 'content-type': 'multipart/form-data; boundary=other' }
    expect((await sendParts(fixture, SUBMIT, contactParts, other)).status).toBe(400)
    expect((await sendParts(fixture, SUBMIT, contactParts, { 'content-type': 'multipart/form-data' })).status).toBe(400)
    expect((await sendParts(fixture, SUBMIT, [])).status).toBe(400)
    expect(await fixture.names('queue')).toEqual([])
  })

  test.each([
    ['a part without a name', 'Content-Disposition: form-data\r\n\r\nx', 400],
    ['a part with an empty name', 'Content-Disposition: form-data; name=""\r\n\r\nx', 400],
    [
      'an unknown charset',
      'Content-Disposition: form-data; name="message"\r\nContent-Type: text/plain; charset=klingon\r\n\r\nx',
      415,
    ],
    ['a malformed header', 'Content-Disposition form-data\r\n\r\nx', 400],
    [
      'a file without a file name',
      'Content-Disposition: form-data; name="message"\r\nContent-Type: application/octet-stream\r\n\r\nx',
      202,
    ],
    ['a part with an unknown disposition', 'Content-Disposition: attachment; name="x"\r\n\r\nx', 202],
    ['a file in a form without files', 'Content-Disposition: form-data; name="x"; filename="x.exe"\r\n\r\nMZ', 422],
  ])('a request that contains %s receives the expected status', async (_name, part, expected) => {
    const fixture = await createHttpFixture()
    expect((await sendParts(fixture, SUBMIT, [...contactParts, part])).status).toBe(expected)
    await fixture.emptyTmp()
    expect((await fixture.postJson(CONTACT)).status).toBe(202)
  })

  test('a control character in a file name is cleaned and those in the file are kept, wherever the body is split', async () => {
    const file = Buffer.concat([pdf(), Buffer.from('\r\n--\x1b\0\r\n\r\n\x1b%%EOF')])
    const header = 'Content-Disposition: form-data; name="resume"; filename="a\x1bb.pdf"\r\n\r\n'
    const last = jobParts.map((part) => Buffer.from(part))
    const body = multipart('B', [...last, Buffer.concat([Buffer.from(header), file]), field('source', 'x')])
    const at = body.indexOf('a\x1bb')
    const fixture = await createHttpFixture()
    for (const split of [
      body.indexOf('\r\n--B', at - 100) + 3,
      at + 1,
      body.indexOf('\r\n\r\n', at) + 2,
      body.length - 30,
    ]) {
      const { status } = await rawRequest(fixture.address, async (socket) => {
        socket.setNoDelay(true)
        const post = rawPost(APPLY, type, body)
        const middle = post.length - body.length + split
        await promisify<Buffer, void>(socket.write.bind(socket))(post.subarray(0, middle))
        setImmediate(() => socket.write(post.subarray(middle)))
      })
      expect(status).toBe(202)
    }
    for (const id of await fixture.names('queue')) {
      const attachment = (await fixture.store.read(id))?.envelope.attachments[0]
      expect(attachment).toMatchObject({ name: 'a b.pdf', size: file.length, sha256: hash('sha256', file) })
    }
  })

  test('two or more files in a field for one file are refused', async () => {
    const fixture = await createHttpFixture()
    const part = attach('name="resume"; filename="a.pdf"')
    for (const [count, expected, code] of [
      [2, 413, 'too-large'],
      [9, 413, 'too-large'],
      [50, 400, 'too-many-files'],
    ] as const) {
      const { status, text } = await sendParts(fixture, APPLY, [...jobParts, ...Array<Buffer>(count).fill(part)])
      expect(status).toBe(expected)
      expect(text).toContain(code)
    }
    await fixture.emptyTmp()
  })

  test('a body with 300 parts that are neither fields nor files is refused', async () => {
    const fixture = await createHttpFixture()
    const { status, text } = await sendParts(fixture, APPLY, [...jobParts, ...Array<string>(300).fill('A: b\r\n\r\n')])
    expect(status).toBe(400)
    expect(text).toContain('malformed')
  })
})

describe('10,000 fields', () => {
  const many = Array.from({ length: 10_000 }, (_, at): [string, string] => [`f${at}`, 'x'])

  test('are refused in every encoding', async () => {
    const fixture = await createHttpFixture()
    const answers = [
      await fixture.post(SUBMIT, new URLSearchParams([...many, ...Object.entries(CONTACT)])),
      await fixture.postJson({ ...Object.fromEntries(many), ...CONTACT }),
      await fixture.post(SUBMIT, toForm({ ...CONTACT, ...Object.fromEntries(many) })),
    ]
    for (const answer of answers)
      expect(await readResponse(answer)).toMatchObject({ status: 400, code: 'too-many-fields' })
  })

  test('are refused even if they all have the same name', async () => {
    const fixture = await createHttpFixture()
    const body = new URLSearchParams(many.map(() => ['message', 'x']))
    expect((await fixture.post(SUBMIT, body, HTML)).status).toBe(400)
  })
})

describe('hostile names and text', () => {
  const NAUGHTY = [
    'a\r\nBcc: evil@x.example',
    '\u202etxet',
    '𝕳𝖊𝖑𝖑𝖔 🏳️‍🌈',
    '<script>alert(1)</script>',
    "' OR 1=1 --",
    '$' + '{7*7} {{7*7}} %s %x',
    '../../../etc/passwd',
    '田中さん ﷽ Ω≈ç√',
    'NaN',
    '__proto__',
    '\ufeffBOM',
  ]

  test.each(NAUGHTY)('%j is stored unchanged regardless of the request encoding', async (text) => {
    const fixture = await createHttpFixture()
    const wellFormed = Buffer.from(text).toString()
    const first = await readResponse(await fixture.postJson({ ...CONTACT, message: `x${text}x` }))
    const second = await readResponse(await fixture.post(SUBMIT, toForm({ ...CONTACT, message: `x${text}x` })))
    const third = await readResponse(
      await fixture.post(SUBMIT, new URLSearchParams({ ...CONTACT, message: `x${text}x` })),
    )
    for (const { status, json } of [first, second, third]) {
      expect(status).toBe(202)
      const message = (await fixture.store.read(json.id))?.envelope.values.message
      expect(Buffer.from(String(message)).toString().replaceAll('\r\n', '\n')).toBe(
        `x${wellFormed}x`.replaceAll('\r\n', '\n'),
      )
    }
  })

  test('a line break in a single-line field is refused', async () => {
    const fixture = await createHttpFixture()
    for (const name of ['a\r\nBcc: evil@x.example', 'a\nb'])
      expect((await readResponse(await fixture.postJson({ ...CONTACT, name }))).json.errors).toMatchObject([
        { field: 'name', code: 'invalid' },
      ])
  })

  test('field names such as "__proto__" and "constructor" do not affect any prototype', async () => {
    const fixture = await createHttpFixture()
    const body = `{"__proto__":{"message":"from the prototype"},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(CONTACT).slice(1)}`
    const { status, json } = await readResponse(await fixture.postJson(body))
    expect(status).toBe(202)
    expect((await fixture.store.read(json.id))?.envelope.values).toEqual({
      name: 'Ada',
      email: 'ada@mail.example',
      brandName: '',
      message: 'Hello',
    })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const without = `{"__proto__":{"message":"from the prototype"},${JSON.stringify({ ...CONTACT, message: undefined }).slice(1)}`
    expect((await fixture.postJson(without)).status).toBe(422)
    for (const formType of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']) {
      expect(await readResponse(await fixture.postJson({ ...CONTACT, formType }))).toMatchObject({
        status: 422,
        code: 'unknown-form',
      })
      expect((await fetch(`${fixture.address}/thanks/${formType}`)).status).toBe(404)
    }
    const pairs: [string, string][] = [['__proto__', 'x'], ['constructor', 'y'], ...Object.entries(CONTACT)]
    expect((await fixture.post(SUBMIT, new URLSearchParams(pairs))).status).toBe(202)
  })

  test.each([
    ['a number', { name: 5 }],
    ['an object', { message: { $gt: '' } }],
    ['an array', { email: ['ada@mail.example'] }],
    ['true', { name: true }],
    ['a string of 200,000 characters', { message: 'x'.repeat(200_000) }],
  ])('%s as the value of a text field is refused', async (_name, more) => {
    const fixture = await createHttpFixture()
    expect((await fixture.postJson({ ...CONTACT, ...more })).status).toBe(422)
  })

  test('answers are escaped on the error page', async () => {
    const fixture = await createHttpFixture()
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const { status, text } = await readResponse(
      await fixture.post(SUBMIT, new URLSearchParams({ ...CONTACT, name: evil, message: evil, email: evil }), HTML),
    )
    expect(status).toBe(422)
    expect(text).not.toContain('<script>')
    expect(text).not.toContain('<img')
  })
})

describe('unreadable bodies', () => {
  test.each([
    ['truncated JSON', '{"formType":"contact"', 'application/json', 400, 'malformed'],
    ['a JSON array', '[]', 'application/json', 400, 'malformed'],
    ['a JSON string', '"contact"', 'application/json', 400, 'malformed'],
    ['JSON null', 'null', 'application/json', 400, 'malformed'],
    ['JSON in an unknown charset', '{}', 'application/json; charset=klingon', 415, 'charset'],
    [
      'a form in an unknown charset',
      'formType=contact',
      'application/x-www-form-urlencoded; charset=klingon',
      415,
      'charset',
    ],
    ['plain text', 'hello', 'text/plain', 415, 'media-type'],
    ['XML', '<a/>', 'application/xml', 415, 'media-type'],
    ['an invalid content type', 'x', '///', 415, 'media-type'],
    ['JSON that is too large', JSON.stringify({ a: 'x'.repeat(300_000) }), 'application/json', 413, 'too-large'],
    [
      'a form that is too large',
      `a=${'x'.repeat(200_000)}&b=${'x'.repeat(200_000)}&c=${'x'.repeat(100_000)}`,
      'application/x-www-form-urlencoded',
      413,
      'too-large',
    ],
  ])('%s is refused with the expected error', async (_name, body, contentType, status, code) => {
    const fixture = await createHttpFixture()
    const answer = await readResponse(await fixture.post(SUBMIT, body, { 'content-type': contentType }))
    expect(answer).toMatchObject({ status, code })
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.text).not.toMatch(/\bat .*\.(ts|js):\d+/)
  })

  test('JSON with 10,000 levels of nesting is refused without a crash', async () => {
    const fixture = await createHttpFixture()
    const deep = `{"formType":"contact","name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    expect((await fixture.postJson(deep)).status).toBe(422)
  })
})

describe('slow and broken clients', () => {
  const tooSlow = { RELAY_GRACE_MS: '200', RELAY_BYTES_PER_SECOND: '100000' }
  const tooLong = { RELAY_HEADERS_TIMEOUT_MS: '200', RELAY_REQUEST_TIMEOUT_MS: '300', RELAY_BYTES_PER_SECOND: '0' }

  test('a request with a slow body receives a 408 response, and the connection is closed', async () => {
    const fixture = await createHttpFixture({ env: tooSlow })
    const { status, text } = await rawRequest(fixture.address, (socket) => {
      socket.write(rawPost(SUBMIT, type, multipart('B', contactParts).subarray(0, 50), 100_000))
    })
    expect(status).toBe(408)
    expect(text).toMatch(/connection: close/i)
    expect(text).toContain('"code":"timeout"')
    await until('the timeout is logged', () => fixture.logged().includes('"result":"timeout"'))
    await fixture.emptyTmp()
  })

  const jobWithResume = multipart('B', [
    ...jobParts,
    Buffer.concat([
      Buffer.from('Content-Disposition: form-data; name="resume"; filename="cv.pdf"\r\n\r\n'),
      pdf(40_000),
    ]),
  ])

  test.each([
    ['a slow resume upload', APPLY, type, jobWithResume, tooSlow],
    ['a resume upload that takes too long', APPLY, type, jobWithResume, tooLong],
    ['a slow JSON body', SUBMIT, { 'content-type': 'application/json' }, Buffer.from(JSON.stringify(CONTACT)), tooSlow],
    [
      'a slow form without a file',
      SUBMIT,
      { 'content-type': 'application/x-www-form-urlencoded' },
      Buffer.from(new URLSearchParams(CONTACT).toString()),
      tooSlow,
    ],
  ])('%s times out, leaves no files behind, and can be sent again with the same key', async (...row) => {
    const [, at, contentType, body, env] = row
    const pendingPosts = new Set<Promise<void>>()
    const fixture = await createHttpFixture({ env, pendingPosts })
    const headers = { ...contentType, 'idempotency-key': 'one-press' }
    const { status } = await rawRequest(
      fixture.address,
      (socket) => void socket.write(rawPost(at, headers, body.subarray(0, -20), body.length)),
      { stays: true },
    )
    expect(status).toBe(408)
    await until('the request has ended', () => pendingPosts.size === 0)
    await fixture.emptyTmp()
    expect(listOpenFiles(path.join(fixture.folder, 'tmp'))).toEqual([])
    const again = await rawRequest(fixture.address, (socket) => void socket.write(rawPost(at, headers, body)))
    expect(again.status).toBe(202)
    expect(await fixture.names('queue')).toHaveLength(1)
  })

  test('requests with incomplete headers or an incomplete body time out', async () => {
    const fixture = await createHttpFixture({ env: tooLong })
    const headers = await rawRequest(
      fixture.address,
      (socket) => void socket.write('POST / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    )
    expect(headers.status).toBe(408)
    const body = await rawRequest(
      fixture.address,
      (socket) => void socket.write(rawPost(SUBMIT, type, 'x', 100_000).subarray(0, -1)),
    )
    expect(body.status).toBe(408)
    expect(body.text).toContain('application/problem+json')
    expect((await fixture.postJson(CONTACT)).status).toBe(202)
  })

  test('an idempotency key can be used again if the client disconnects before the relay reads the form', async () => {
    const pendingPosts = new Set<Promise<void>>()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const fixture = await createHttpFixture({
      pendingPosts,
      wrap: (store) => ({ ...store, free: () => released.then(() => store.free()) }),
    })
    const post = rawPost(SUBMIT, { ...type, 'idempotency-key': 'one-press' }, multipart('B', contactParts))
    await rawRequest(fixture.address, async (socket) => {
      socket.write(post)
      await until('the request has arrived', () => pendingPosts.size > 0)
      socket.resetAndDestroy()
    })
    await until('the server has noticed the disconnect', async () => (await fixture.connections()) === 0)
    release()
    await until('the request has ended', () => pendingPosts.size === 0)
    const again = await rawRequest(fixture.address, (socket) => void socket.write(post))
    expect(again.status).toBe(202)
  })

  test.each([
    ['a request with an unknown Expect header', 'Host: x\r\nExpect: tea\r\nContent-Length: 0\r\n', SUBMIT, 415],
    ['a request without a Host header', 'Content-Length: 0\r\n', SUBMIT, 400],
    ['a request with two Host headers', 'Host: x\r\nHost: y\r\nContent-Length: 0\r\n', SUBMIT, 400],
    ['a request with an unknown transfer encoding', 'Host: x\r\nTransfer-Encoding: gzip, chunked\r\n', SUBMIT, 501],
    [
      'a 300 MB request whose body has not been sent',
      'Host: x\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 300000000\r\n',
      SUBMIT,
      413,
    ],
    ['a request with an invalid URL', 'Host: x\r\nContent-Length: 0\r\n', 'http://[', 404],
  ])('%s receives a JSON error', async (_name, headers, at, status) => {
    const fixture = await createHttpFixture()
    const answer = await rawRequest(
      fixture.address,
      (socket) => void socket.write(`POST ${at} HTTP/1.1\r\n${headers}\r\n`),
    )
    expect(answer.status).toBe(status)
    expect(answer.text).toContain('application/problem+json')
  })

  test.each([
    ['keep-alive', 413, type],
    ['close', 413, type],
    ['close', 415, { 'content-type': 'text/plain' }],
  ])(
    'a client that sends "Connection: %s" and reads only after writing 30 MB receives the %i response',
    async (connection, expected, headers) => {
      const fixture = await createHttpFixture()
      const post = rawPost(SUBMIT, { ...headers, connection }, Buffer.alloc(30 * 1024 ** 2))
      const { status } = await rawRequest(fixture.address, async (socket) => {
        socket.pause()
        await promisify<Buffer, void>(socket.write.bind(socket))(post)
        socket.resume()
      })
      expect(status).toBe(expected)
    },
  )

  test('a body without Content-Length is refused once it exceeds the limit', async () => {
    const fixture = await createHttpFixture()
    const type = 'Content-Type: multipart/form-data; boundary=B'
    const chunk = (bytes: string | Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from(bytes), Buffer.from('\r\n')])
    const { status } = await rawRequest(fixture.address, async (socket) => {
      socket.write(`POST ${SUBMIT} HTTP/1.1\r\nHost: x\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n`)
      socket.write(chunk('--B\r\nContent-Disposition: form-data; name="x"; filename="x"\r\n\r\n'))
      const megabyte = chunk(Buffer.alloc(1024 ** 2))
      for (let sent = 0; sent < 40 && socket.writable; sent++)
        if (!socket.write(megabyte)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    })
    expect(status).toBe(413)
  })

  test('the size limit for form text counts bytes, not characters', async () => {
    const fixture = await createHttpFixture({ env: { RELAY_BODY_BYTES: '2048' } })
    const post = (message: string) => fixture.post(SUBMIT, new URLSearchParams({ ...CONTACT, message }))
    expect((await post('x'.repeat(1500))).status).toBe(202)
    expect((await post('ж'.repeat(1500))).status).toBe(413)
  })

  test('data that is not HTTP receives a 400 response', async () => {
    const fixture = await createHttpFixture()
    const { status, text } = await rawRequest(
      fixture.address,
      (socket) => void socket.write('\x16\x03\x01 hello\r\n\r\n'),
    )
    expect(status).toBe(400)
    expect(text).toContain('"code":"malformed"')
  })
})
