import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http, { type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import express, { type ErrorRequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { openAuditLog } from '../../cli/studio/audit-log.ts'
import { createLeadsRoutes } from '../../cli/studio/leads.ts'
import type { Permission } from '../../cli/studio/person.ts'
import type { Studio } from '../../cli/studio/studio.ts'
import { startRelay } from '../../relay/commands/start.ts'
import { readConfig } from '../../relay/config.ts'
import { createCapturedLog } from '../relay/captured-log.ts'
import { pdf } from '../relay/documents.ts'
import { APPLY, toForm } from '../relay/http-fixture.ts'
import { createSiteForms } from '../relay/site-forms.ts'

const KEY = 'a key for leads of 32 characters'

async function listen(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts the routes for leads in an app that stands in for the studio, with one person who is signed in. */
async function startStudio(relay: Studio['settings']['relay'], may: Permission[] = ['leads']) {
  const folder = mkdtempSync(path.join(tmpdir(), 'studio-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = openAuditLog(folder)
  const app = express()
  app.use((_req, res, next) => {
    res.locals.person = { id: 'cleo', name: 'Cleo', email: 'cléo@example.com', may }
    next()
  })
  app.use('/@studio', createLeadsRoutes({ settings: { relay } as Studio['settings'], log }))
  app.use(
    ((error, _req, res, _next) => void res.status(error.status ?? 500).send(error.message)) as ErrorRequestHandler,
  )
  const address = await listen(app)
  const entries = () =>
    readFileSync(path.join(folder, 'studio.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  return { address, entries, logFile: path.join(folder, 'studio.log') }
}

/** Starts a studio and a relay with one application. */
async function createFixture(may?: Permission[]) {
  const spool = mkdtempSync(path.join(tmpdir(), 'relay-'))
  const config = readConfig({
    ...{ RELAY_BIND: '127.0.0.1:0', RELAY_SPOOL: spool, RELAY_TARGETS: 'file', RELAY_FREE_BYTES: '0' },
    ...{ RELAY_LEADS_KEY: KEY, RELAY_INBOX: 'true' },
  })
  const relay = await startRelay({ config, forms: createSiteForms(), log: createCapturedLog().log })
  onTestFinished(async () => {
    await relay.close()
    rmSync(spool, { recursive: true })
  })
  const answers = {
    name: 'Ada',
    email: 'ada@x.example',
    phone: '555 0100',
    job_title: 'General Application',
    job_department: 'Various',
    message: 'Hi',
  }
  const body = toForm(answers, { resume: new File([pdf(3000)], 'Ada.pdf') })
  const { id } = (await (await fetch(relay.address + APPLY, { method: 'POST', body })).json()) as { id: string }
  return { relay, id, ...(await startStudio({ url: relay.address, key: KEY }, may)) }
}

test('the studio shows the pages and files of the relay, and logs each view before it sends the page', async () => {
  const { address, id, entries } = await createFixture()
  const list = await fetch(`${address}/@studio/leads?q=ada`)
  expect(list.status).toBe(200)
  expect((await list.text()).includes(`href="/@studio/leads/${id}"`)).toBe(true)
  const page = await fetch(`${address}/@studio/leads/${id}`)
  expect(await page.text()).toContain('cléo@example.com')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/)
  const file = await fetch(`${address}/@studio/leads/${id}/files/0.bin`, { headers: { range: 'bytes=0-99' } })
  expect(file.status).toBe(206)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf(3000).subarray(0, 100))
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="?Ada\.pdf"?$/)
  const recorded = await fetch(`${address}/@studio/leads/${id}`, {
    ...{ method: 'POST', redirect: 'manual' },
    body: new URLSearchParams({ status: 'won', value: '5', currency: 'EUR' }),
  })
  expect([recorded.status, recorded.headers.get('location')]).toEqual([303, `/@studio/leads/${id}`])
  expect(await (await fetch(`${address}/@studio/leads/export`)).text()).toContain('won,5,EUR')
  const entry = (request: string) => ({
    time: expect.any(String),
    action: 'leads',
    person: 'cléo@example.com',
    request,
  })
  expect(entries()).toEqual([
    entry('GET /@studio/leads'),
    entry(`GET /@studio/leads/${id}`),
    entry(`GET /@studio/leads/${id}/files/0.bin`),
    entry(`POST /@studio/leads/${id}`),
    entry('GET /@studio/leads/export'),
  ])
})

test('nothing is shown if the audit trail cannot be written', async () => {
  const { address, id, logFile } = await createFixture()
  appendFileSync(logFile, '')
  rmSync(path.dirname(logFile), { recursive: true })
  const { status, ...response } = await fetch(`${address}/@studio/leads/${id}`).then(async (reply) => ({
    status: reply.status,
    text: await reply.text(),
  }))
  expect(status).toBe(500)
  expect(response.text).not.toContain('Ada')
})

test('a person without the permission sees no leads', async () => {
  const { address, id } = await createFixture(['edit', 'publish'])
  for (const at of ['', `/${id}`, `/${id}/files/0.bin`, '/export', '/report'])
    expect((await fetch(`${address}/@studio/leads${at}`)).status).toBe(403)
})

test('no path can reach other pages of the relay, or another server', async () => {
  const { address, relay } = await createFixture()
  const other: (string | undefined)[] = []
  const elsewhere = await listen((req, res) => {
    other.push(req.headers.authorization)
    res.end()
  })
  const get = (target: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(address)
      http.get({ hostname, port, path: target }, (reply) => resolve(reply.resume().statusCode)).on('error', reject)
    })
  expect((await fetch(`${relay.address}/inbox`)).status).toBe(200)
  for (const target of [
    '/@studio/leads/../../inbox',
    '/@studio/leads/%2e%2e/%2e%2e/inbox',
    '/@studio/leads/.%2E/..//inbox',
  ])
    expect([target, await get(target)]).toEqual([target, 404])
  expect(await get(`${elsewhere}/@studio/leads`)).toBe(200)
  expect(await get(`/@studio/leads//${elsewhere.slice(7)}`)).toBe(404)
  expect(other).toEqual([])
})

test('the relay receives the key and the person, but no cookies, and cannot set any', async () => {
  let received: IncomingMessage['headers'] = {}
  const url = await listen((req, res) => {
    received = req.headers
    res.setHeader('set-cookie', 'a=b').end('ok')
  })
  const { address } = await startStudio({ url, key: KEY })
  const reply = await fetch(`${address}/@studio/leads`, {
    headers: {
      cookie: 'studio=secret',
      authorization: 'Bearer x',
      'northshelf-person': 'ben@x.example',
      'x-forwarded-for': '1.1.1.1',
    },
  })
  expect(await reply.text()).toBe('ok')
  expect(reply.headers.get('set-cookie')).toBeNull()
  expect(received).toMatchObject({ authorization: `Bearer ${KEY}` })
  expect(Buffer.from(String(received['northshelf-person']), 'latin1').toString()).toBe('cléo@example.com')
  expect(Object.keys(received)).not.toEqual(expect.arrayContaining(['cookie']))
  expect(received).not.toHaveProperty('x-forwarded-for')
})

test('explains what to do if there is no relay, if it does not answer, or if it rejects the key', async () => {
  const { relay } = await createFixture()
  const refusing = await listen((_req, res) => void res.writeHead(404).end())
  const cases = [
    [undefined, 503, 'set STUDIO_RELAY and STUDIO_RELAY_KEY.'],
    [{ url: 'http://127.0.0.1:1', key: KEY }, 502, 'The relay does not answer at http://127.0.0.1:1.'],
    [{ url: relay.address, key: `${KEY}x` }, 502, 'set RELAY_LEADS_KEY to STUDIO_RELAY_KEY.'],
    [{ url: refusing, key: KEY }, 502, 'set RELAY_LEADS_KEY to STUDIO_RELAY_KEY.'],
  ] as const
  for (const [setting, status, text] of cases) {
    const { address } = await startStudio(setting)
    for (const page of ['/@studio/leads', '/@studio/leads/']) {
      const reply = await fetch(address + page)
      expect([reply.status, await reply.text()]).toEqual([status, expect.stringContaining(text)])
    }
  }
})

test('limits request bodies, and cuts off the response if the relay disconnects', async () => {
  const url = await listen((_req, res) => {
    res.writeHead(200, { 'content-length': '100' }).write('half')
    setImmediate(() => res.destroy())
  })
  const { address } = await startStudio({ url, key: KEY })
  const large = await fetch(`${address}/@studio/leads/x`, { method: 'POST', body: 'x'.repeat(2_001) })
  expect(large.status).toBe(413)
  await expect(fetch(`${address}/@studio/leads`).then((reply) => reply.text())).rejects.toThrow()
})
