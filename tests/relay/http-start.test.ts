import { readdir } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startRelay } from '../../relay/commands/start.ts'
import { readConfig } from '../../relay/config.ts'
import type { SiteForms } from '../../relay/site-forms.ts'
import { alertKinds } from '../../relay/store/alert.ts'
import { createCapturedLog } from './captured-log.ts'
import { pdf } from './documents.ts'
import { createHookReceiver } from './hook-receiver.ts'
import { APPLY, readResponse, SUBMIT } from './http-fixture.ts'
import { field, multipart, rawPost, rawRequest } from './raw-request.ts'
import { createSiteForms } from './site-forms.ts'
import { temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

const CONTACT = { formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hello' }
const JOB = {
  name: 'Ada',
  email: 'ada@mail.example',
  phone: '555 0100',
  location: 'Oslo',
  jobTitle: 'Analyst',
  jobDepartment: 'Data',
}
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

/** Returns a complete request with a 300,000-byte resume. */
function application(): Buffer {
  const head = 'Content-Disposition: form-data; name="resume"; filename="cv.pdf"\r\n\r\n'
  const texts = Object.entries(JOB).map(([name, value]) => field(name, value))
  const body = multipart('B', [...texts, Buffer.concat([Buffer.from(head), pdf(300_000)])])
  return rawPost(APPLY, { 'content-type': 'multipart/form-data; boundary=B' }, body)
}

async function start(env: NodeJS.ProcessEnv = {}, forms: SiteForms = createSiteForms()) {
  const folder = await temporaryFolder()
  const config = readConfig({
    RELAY_BIND: '127.0.0.1:0',
    RELAY_SPOOL: path.join(folder, 'spool'),
    RELAY_OUTBOX: path.join(folder, 'outbox'),
    ...env,
  })
  const { log, logged } = createCapturedLog()
  const relay = await startRelay({ config, forms, log })
  onTestFinished(() => relay.close())
  const list = (name: string) => readdir(path.join(folder, name)).catch(() => [] as string[])
  const postJson = (body: unknown) =>
    fetch(relay.address + SUBMIT, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  return { ...relay, config, folder, list, postJson, logged }
}

test('RELAY_SENDS_PER_TARGET sets how many submissions are sent to a target concurrently', async () => {
  const held: http.ServerResponse[] = []
  const hook = await createHookReceiver((response) => held.push(response))
  const { postJson } = await start({
    ...{ RELAY_TARGETS: 'webhook', WEBHOOK_URL: hook.url, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' },
    RELAY_SENDS_PER_TARGET: '5',
  })
  for (let count = 0; count < 5; count++) await postJson({ ...CONTACT, message: `Hello ${count}` })
  await until('five submissions are being sent', () => held.length === 5)
  for (const response of held) response.end()
})

test('a relay with default settings accepts a submission and writes it to the outbox', async () => {
  const { postJson, list, logged, address } = await start()
  const { json } = await readResponse(await postJson(CONTACT))
  await until('the submission is in the outbox', async () => (await list('outbox')).includes(`${json.id}.eml`))
  await until('the submission is done', async () => (await list('spool/done')).length === 1)
  const metrics = await until('the delivery is counted', async () => {
    const text = await (await fetch(`${address}/metrics`)).text()
    return text.includes('relay_deliveries_total{target="file",outcome="delivered"} 1') && text
  })
  expect(metrics).toContain('relay_posts_total{form="contact",result="accepted"} 1')
  expect(metrics).toContain('relay_entries{place="queue"} 0')
  // The counter of an alert that was never raised is 0, so that monitoring sees the first alert as an increase.
  for (const kind of alertKinds) expect(metrics).toContain(`relay_alerts_total{kind="${kind}"} 0`)
  expect(logged()).not.toMatch(/Ada|mail\.example/)
})

test('if RELAY_ADMIN_BIND is set, health checks and metrics are served only at that address', async () => {
  const { address, logged } = await start({ RELAY_ADMIN_BIND: '127.0.0.1:0' })
  const admin = /"address":"([^"]+)","msg":"admin"/.exec(logged())?.[1]
  for (const name of ['livez', 'readyz', 'metrics']) {
    expect((await fetch(`${admin}/${name}`)).status).toBe(200)
    expect((await fetch(`${address}/${name}`)).status).toBe(404)
  }
  expect((await fetch(admin + SUBMIT, { method: 'POST' })).status).toBe(404)
})

test('a relay that is stopping finishes uploads in progress and accepts no new connections', async () => {
  const { address, close, list, logged } = await start()
  const whole = application()
  let closing: Promise<void> | undefined
  const { status, text } = await rawRequest(address, async (socket) => {
    socket.write(whole.subarray(0, 100_000))
    await until('the upload has begun', async () => (await list('spool/tmp')).length === 1)
    closing = close()
    await until('the relay accepts no connection', () =>
      fetch(address).then(
        () => false,
        () => true,
      ),
    )
    socket.write(whole.subarray(100_000))
  })
  expect(status).toBe(202)
  const id = JSON.parse(text.split('\r\n\r\n')[1] ?? '').id
  await closing
  expect(logged()).toContain('"msg":"stopped"')
  const kept = [...(await list('spool/queue')), ...(await list('outbox'))]
  expect(kept.some((name) => name.startsWith(id))).toBe(true)
})

test('a relay that is stopping aborts unfinished uploads after RELAY_STOP_MS', async () => {
  const { address, close, list } = await start({ RELAY_STOP_MS: '100' })
  const { status } = await rawRequest(address, async (socket) => {
    socket.write(application().subarray(0, 100_000))
    await until('the upload has begun', async () => (await list('spool/tmp')).length === 1)
    await close()
  })
  await close()
  expect(status).toBe(0)
  expect(await list('spool/tmp')).toEqual([])
})

test('a relay does not start if a target lists an unknown form or a form has no target', async () => {
  await expect(start({ RELAY_TARGETS: 'file:contact+nothing' })).rejects.toThrow(
    /form "nothing", which does not exist[\s\S]*no target accepts the form "get-started"/,
  )
})

test('a relay warns on startup if a webhook needs links to files but RELAY_PUBLIC_URL is missing', async () => {
  const hook = { RELAY_TARGETS: 'webhook', WEBHOOK_URL: 'http://127.0.0.1:1/', WEBHOOK_SECRET: SECRET }
  expect((await start(hook)).logged()).toMatch(/"target":"webhook","msg":"RELAY_PUBLIC_URL is missing/)
  for (const linked of [{ RELAY_PUBLIC_URL: 'http://relay.example' }, { RELAY_TARGETS: 'file webhook:contact' }])
    expect((await start({ ...hook, ...linked })).logged()).not.toContain('RELAY_PUBLIC_URL')
})

test('a relay does not start if its spool is in use, and releases its spool if its address is in use', async () => {
  const first = await start()
  await expect(start({ RELAY_SPOOL: first.config.spool })).rejects.toThrow(/in use by another relay/)
  const spool = path.join(first.folder, 'other')
  const taken = new URL(first.address).host
  await expect(start({ RELAY_SPOOL: spool, RELAY_BIND: taken })).rejects.toThrow(/EADDRINUSE/)
  await start({ RELAY_SPOOL: spool })
})

test('a webhook receives a resume link that works for five complete downloads', async () => {
  const received: { attachments: { url: string }[] }[] = []
  const hook = http.createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => {
      body += chunk
    })
    req.on('end', () => {
      received.push(JSON.parse(body))
      res.end()
    })
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void hook.close())
  const port = (hook.address() as { port: number }).port
  const { address } = await start({
    RELAY_TARGETS: 'webhook',
    WEBHOOK_URL: `http://127.0.0.1:${port}/`,
    WEBHOOK_SECRET: SECRET,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    RELAY_PUBLIC_URL: 'http://relay.example',
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(JOB)) form.set(name, value)
  const resume = pdf(9_900_000)
  form.set('resume', new File([resume], 'cv.pdf'))
  expect((await fetch(address + APPLY, { method: 'POST', body: form })).status).toBe(202)
  const [record] = await until('the webhook was called', () => (received.length > 0 ? received : undefined))
  const link = new URL(record?.attachments[0]?.url ?? '')
  const target = link.pathname + link.search
  const fetchLink = (init: RequestInit = {}) => fetch(address + target, init)
  const wrong = await fetch(
    `${address}${link.pathname}?until=${link.searchParams.get('until')}&signature=${'0'.repeat(64)}`,
  )
  expect(wrong.status).toBe(404)
  expect((await fetchLink({ method: 'HEAD' })).status).toBe(200)
  for (let count = 0; count < 6; count++) {
    await abortDownload(address, target, 700_000)
    const part = await fetchLink({ headers: { range: 'bytes=0-99' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-99/${resume.length}`])
    expect(resume.subarray(0, 100).equals(Buffer.from(await part.arrayBuffer()))).toBe(true)
  }
  const beyond = await fetchLink({ headers: { range: `bytes=${resume.length}-` } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${resume.length}`])
  const several = await fetchLink({ method: 'HEAD', headers: { range: 'bytes=0-9,20-29' } })
  expect([several.status, several.headers.get('content-length')]).toEqual([200, String(resume.length)])
  const rest = await fetchLink({ headers: { range: 'bytes=700000-' } })
  expect(resume.subarray(700_000).equals(Buffer.from(await rest.arrayBuffer()))).toBe(true)
  const file = await fetchLink()
  expect(file.headers.get('content-disposition')).toBe('attachment; filename=cv.pdf')
  expect(resume.equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
  // Downloads that lack only the last byte count as complete.
  for (let count = 0; count < 4; count++)
    await (await fetchLink({ headers: { range: `bytes=0-${resume.length - 2}` } })).arrayBuffer()
  await until('the link is used up', async () => (await fetchLink({ method: 'HEAD' })).status === 404)
})

/** Reads the given number of bytes from a response, then closes the connection. */
function abortDownload(address: string, target: string, bytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .get(address + target, (answer) => {
        let received = 0
        answer.on('data', (chunk: Buffer) => {
          received += chunk.length
          if (received >= bytes) answer.destroy()
        })
        answer.on('close', resolve)
      })
      .on('error', reject)
  })
}

test('a relay raises the alert "refused" on startup if a webhook is in a private network', async () => {
  const { logged } = await start({
    ...{ RELAY_TARGETS: 'webhook', WEBHOOK_URL: 'http://127.0.0.1:9/', WEBHOOK_SECRET: SECRET },
  })
  await until('the alert', () => logged().includes('"alert":"refused"'))
  expect(logged()).toMatch(/127\.0\.0\.1.*private network/)
})
