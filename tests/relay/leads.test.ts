import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exportCommand } from '../../relay/commands/export.ts'
import { personEraseCommand } from '../../relay/commands/person-erase.ts'
import { reportCommand } from '../../relay/commands/report.ts'
import { readConfig } from '../../relay/config.ts'
import { closeServer, createRelayServer, startListening } from '../../relay/http/server.ts'
import { findLeadPage, isVisibleLead, readLeadQuery } from '../../relay/leads/find-leads.ts'
import { openRelay } from '../../relay/open-relay.ts'
import { openReader } from '../../relay/open-store.ts'
import { getLowestId } from '../../relay/store/ids.ts'
import { createRetention } from '../../relay/store/retention.ts'
import type { Entry, Envelope, StoreReader } from '../../relay/store/store.ts'
import { createCapturedLog } from './captured-log.ts'
import { collect } from './collect.ts'
import { pdf } from './documents.ts'
import { describeEachStore } from './each-store.ts'
import { createFakeClock } from './fake-clock.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { APPLY, createHttpFixture, HTML, type HttpOptions, readResponse, toForm } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'
import { commitOne, envelopeOf } from './spool-fixture.ts'
import { until } from './until.ts'

const KEY = 'a key for leads of 32 characters'
const LEADS = '/@studio/leads'
const WHO = { authorization: `Bearer ${KEY}`, 'northshelf-person': 'cleo@example.com' }
const DAY = 24 * 60 * 60_000

/** Starts a relay that shows leads. */
async function createFixture(options: HttpOptions = {}) {
  const relay = await createHttpFixture({
    ...options,
    env: { RELAY_LEADS_KEY: KEY, RELAY_TARGETS: 'file', ...options.env },
  })
  const request = async (at = '', init: RequestInit = {}) =>
    readResponse(
      await fetch(`${relay.address}${LEADS}${at}`, {
        redirect: 'manual',
        ...init,
        headers: { ...HTML, ...WHO, ...init.headers },
      }),
    )
  const send = (id: string, fields: Record<string, string>) =>
    request(`/${id}`, { method: 'POST', body: new URLSearchParams(fields) })
  const commit = async (more: Partial<Envelope> = {}, files: readonly Buffer[] = []) => {
    relay.clock.advance(1000)
    return commitOne(relay.store, relay.clock.now(), { targets: ['file'], ...more }, files)
  }
  /** Returns the ids of the leads that a page lists, in order. */
  const list = async (query: Record<string, string> = {}) =>
    listIds((await request(`?${new URLSearchParams(query)}`)).text)
  return { ...relay, request, send, commit, list }
}

const listIds = (text: string) => [...text.matchAll(/href="\/@studio\/leads\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
const withName = (name: string): Partial<Envelope> => ({ values: { name, email: `${name}@brand.example` } })

describe('access to leads', () => {
  test('needs the key in the Authorization header, and a person', async () => {
    const { address, commit } = await createFixture()
    const id = await commit()
    const refused = [
      {},
      { authorization: WHO.authorization },
      { 'northshelf-person': WHO['northshelf-person'] },
      { ...WHO, authorization: `Bearer ${KEY}x` },
      { ...WHO, authorization: `Bearer ${KEY.slice(1)}` },
      { ...WHO, authorization: KEY },
      { 'northshelf-person': WHO['northshelf-person'], apikey: KEY },
    ]
    for (const headers of refused)
      for (const at of ['', `/${id}`, `/${id}/files/0.bin`, '/report', '/export', '/x', `/${id}?apikey=${KEY}`]) {
        const { status, text, code } = await readResponse(
          await fetch(`${address}${LEADS}${at}`, { headers: headers as HeadersInit }),
        )
        expect([at, status, code]).toEqual([at, 401, 'leads-key'])
        expect(text).not.toContain('Ada')
      }
    const post = await fetch(`${address}${LEADS}/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ status: 'won' }),
    })
    expect(post.status).toBe(401)
  })

  test('is not available without the setting', async () => {
    const { request } = await createFixture({ env: { RELAY_LEADS_KEY: '' } })
    expect((await request()).status).toBe(404)
  })

  test('the key has at least 32 characters', () => {
    expect(() => readConfig({ RELAY_TARGETS: 'file', RELAY_LEADS_KEY: 'x'.repeat(31) })).toThrow(
      'RELAY_LEADS_KEY must have at least 32 characters.',
    )
  })
})

describe('the list of leads', () => {
  test('finds words in answers and numbers, ignoring case and accents, newest first', async () => {
    const { commit, list } = await createFixture()
    const [zoe, ada] = [await commit(withName('Zoé Bright')), await commit()]
    expect(await list()).toEqual([ada, zoe])
    expect(await list({ q: 'zoe  BRIGHT' })).toEqual([zoe])
    expect(await list({ q: 'ada@brand.example hello' })).toEqual([ada])
    expect(await list({ q: ada })).toEqual([ada])
    expect(await list({ q: 'ada nobody' })).toEqual([])
  })

  test('filters by form, source, state and outcome', async () => {
    const { commit, list, store, clock } = await createFixture()
    const [spam, unknown, letter] = [
      await commit({ spam: ['links'] }),
      await commit({ formType: 'consultation' }),
      await commit({ source: { page: '/', parameters: { utm_source: 'letter' } } }),
    ]
    const consent = await commit({
      consents: [{ field: 'news', given: true, version: '1', text: 'News', confirmedAt: null }],
      confirmedTargets: ['file'],
    })
    // The form without a retention period of its own.
    const [failed, delivered] = [await commit(), await commit({ formType: 'old' })]
    for (const claim of await store.claim(new Map([['file', 10]]))) {
      if (claim.envelope.id === failed) await store.settle(claim, { status: 'dead', detail: '550 no such user' })
      if (claim.envelope.id === delivered) await store.settle(claim, { status: 'delivered', detail: 'ok' })
    }
    await store.recordOutcome(unknown, { status: 'won', value: 5, currency: 'EUR' }, [])
    expect(await list()).toEqual([delivered, failed, consent, letter, unknown])
    expect(await list({ state: 'spam' })).toEqual([spam])
    expect(await list({ state: 'new' })).toEqual([letter, unknown])
    expect(await list({ state: 'consent' })).toEqual([consent])
    expect(await list({ state: 'failed' })).toEqual([failed])
    expect(await list({ state: 'delivered' })).toEqual([delivered])
    expect(await list({ form: 'consultation' })).toEqual([unknown])
    expect(await list({ source: 'letter' })).toEqual([letter])
    expect(await list({ source: 'LETT' })).toEqual([letter])
    expect(await list({ source: 'unknown', state: 'failed' })).toEqual([failed])
    expect(await list({ outcome: 'won' })).toEqual([unknown])
    expect(await list({ outcome: 'none' })).toHaveLength(4)
    // Unknown values do not fail.
    expect(await list({ state: 'constructor', before: '../x' })).toHaveLength(5)
    clock.advance(31 * DAY)
    // Expired, although no sweep has deleted them yet.
    expect(await list({ state: 'delivered' })).toEqual([])
  })

  test('omits canaries, digests, events and erased leads', async () => {
    const { commit, list, request, config, send } = await createFixture({ env: { RELAY_OUTCOMES: '' } })
    const hidden = [await commit({ canary: true }), await commit({ formType: 'relay.held' })]
    const [ada, zoe] = [await commit(), await commit(withName('Zoe'))]
    expect(await list()).toEqual([zoe, ada])
    await personEraseCommand.run(config, { email: 'zoe@brand.example', forms: createSiteForms(), yes: true })
    expect(await list({ q: 'zoe' })).toEqual([])
    for (const id of [zoe, ...hidden, 'x', '..%2F..%2Fqueue', getLowestId(0)])
      for (const { status } of [await request(`/${id}`), await send(id, { status: 'won' })]) expect(status).toBe(410)
  })

  test('shows 50 leads on a page, and continues with the next one', async () => {
    const { commit, request, list } = await createFixture()
    const ids: string[] = []
    for (let number = 0; number < 120; number++) ids.unshift(await commit(withName(number % 2 ? 'odd' : 'even')))
    const seen: (string | undefined)[][] = []
    for (let at = ''; seen.length < 4; ) {
      const { text } = await request(at)
      seen.push(listIds(text))
      const next = /href="\/@studio\/leads(\?[^"]+)">Continue with older leads</.exec(text)?.[1]
      if (!next) break
      at = next.replaceAll('&amp;', '&')
    }
    expect(seen.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(seen.flat()).toEqual(ids)
    expect(await list({ q: 'odd', before: String(ids[100]) })).toHaveLength(9)
  })

  test('stops a search after 5,000 leads or 5 seconds, and continues it on request', async () => {
    const clock = createFakeClock()
    const idOf = (number: number) => getLowestId(clock.now() - number)
    let read = 0
    const store = {
      async *list({ before = 'x' }: { before?: string } = {}) {
        for (let number = 0; number < 12_000; number++) {
          const id = idOf(number)
          if (id >= before) continue
          read++
          const values = { name: number === 11_000 ? 'needle' : 'hay' }
          const envelope = envelopeOf({ id }, clock.now(), { values })
          yield {
            id,
            place: 'done',
            entry: { envelope, place: 'done', deliveries: [], outcomes: [], location: '' } as Entry,
          }
        }
      },
    } as unknown as StoreReader
    const forms = createSiteForms()
    const reader = { store, forms, clock, retention: createRetention({ doneDays: 30, spamDays: 30 }, forms) }
    const query = readLeadQuery({ q: 'needle' })
    const first = await findLeadPage(reader, query)
    expect(first).toEqual({ leads: [], next: idOf(4999) })
    expect(read).toBe(5001)
    const second = await findLeadPage(reader, { ...query, before: idOf(4999) })
    const third = await findLeadPage(reader, { ...query, before: second.next ?? '' })
    expect(third).toMatchObject({ leads: [{ envelope: { id: idOf(11_000) } }] })
    expect(third.next).toBeUndefined()
    let tick = 0
    const slow = { ...reader, clock: { ...clock, now: () => clock.now() + 1000 * tick++ } }
    expect((await findLeadPage(slow, query)).leads).toEqual([])
    expect(tick).toBeLessThan(20)
  })
})

describe('the page of a lead', () => {
  test('shows answers, files, source and deliveries, and marks files as downloads', async () => {
    const { request, post, list, address } = await createFixture()
    const answers = {
      name: 'Ada',
      email: 'ada@mail.example',
      phone: '555 0100',
      job_title: 'General Application',
      job_department: 'Various',
      message: 'Hello',
    }
    const { json } = await readResponse(
      await post(APPLY, toForm(answers, { resume: new File([pdf(3000)], 'Ada.pdf') })),
    )
    expect(await list()).toEqual([json.id])
    const { status, text, headers } = await request(`/${json.id}`)
    expect(status).toBe(200)
    expect(text).toMatch(/<dt>Phone<\/dt><dd>555 0100<\/dd>/)
    expect(text).toContain('<dt>file</dt><dd>Waiting for the next attempt')
    expect(text).toContain('cleo@example.com')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    )
    const file = await fetch(`${address}${LEADS}/${json.id}/files/0.bin`, { headers: WHO })
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf(3000))
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="?Ada\.pdf"?$/)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    for (const name of ['1.bin', 'envelope.json', '..%2Fenvelope.json', '..%2f..%2fclock.json'])
      expect((await request(`/${json.id}/files/${name}`)).status).toBe(404)
  })

  test('shows markup and script addresses as text', async () => {
    const { commit, request } = await createFixture()
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const id = await commit({
      values: { name: evil, email: 'javascript:alert(1)', message: evil, [evil]: evil },
      title: evil,
      formType: 'gone',
      source: { page: `/${evil}`, landing: `/${evil}`, parameters: { utm_source: evil } },
    })
    const pages = [
      await request(`/${id}`),
      await request(),
      await request(`?${new URLSearchParams({ q: evil, source: evil })}`),
      await request('/report?by=source'),
      await request('/report?by=page'),
    ]
    for (const { status, text } of pages) {
      expect(status).toBe(200)
      expect(text).toContain('&lt;script&gt;')
      expect(text).not.toMatch(/<script|<img|href="javascript/)
    }
  })

  test('delivers or deletes held submissions, and does nothing the second time', async () => {
    const { commit, send, names, logged } = await createFixture()
    const [good, bad] = [await commit({ spam: ['links'] }), await commit({ spam: ['links'] })]
    const released = await send(good, { do: 'release' })
    expect([released.status, released.headers.get('location')]).toEqual([303, `${LEADS}/${good}`])
    const dropped = await send(bad, { do: 'drop' })
    expect([dropped.status, dropped.headers.get('location')]).toEqual([303, LEADS])
    expect(await send(good, { do: 'drop' })).toMatchObject({ status: 303 })
    expect(await send(good, { do: 'release' })).toMatchObject({ status: 303 })
    expect(await names('spam')).toEqual([])
    expect(await names('queue')).toEqual([good])
    expect(logged()).toContain(`"id":"${bad}","by":"cleo@example.com","action":"drop","msg":"lead changed"`)
  })

  test('tries failed deliveries again', async () => {
    const { commit, send, store, request } = await createFixture()
    const id = await commit()
    const [claim] = await store.claim(new Map([['file', 1]]))
    if (claim) await store.settle(claim, { status: 'dead', detail: '550 no such user' })
    expect((await request(`/${id}`)).text).toMatch(
      /Not delivered, no further attempts; Jan 5, 2026, 9:00\sAM: 550 no such user/,
    )
    expect((await send(id, { do: 'retry' })).status).toBe(303)
    expect(await store.read(id)).toMatchObject({ place: 'queue', deliveries: [{ status: 'waiting' }] })
  })

  test('rejects invalid outcomes and large bodies', async () => {
    const { commit, send, store } = await createFixture()
    const id = await commit()
    for (const fields of [
      {},
      { status: 'paid' },
      { do: 'constructor' },
      { status: 'won', value: '-1', currency: 'EUR' },
    ])
      expect((await send(id, fields as Record<string, string>)).status).toBe(400)
    expect((await send(id, { status: 'won', more: 'x'.repeat(3000) })).status).toBe(413)
    expect((await store.read(id))?.outcomes).toEqual([])
  })
})

test('the report has a row for each source that leads to its leads', async () => {
  const { commit, request, store } = await createFixture()
  const letter = await commit({ source: { parameters: { utm_source: 'a & b' } } })
  await commit({ spam: ['links'] })
  await store.recordOutcome(letter, { status: 'won', value: 12, currency: 'EUR' }, [])
  const { text } = await request('/report?days=7&by=source')
  expect(text).toContain('<dt>Total</dt><dd>1, of which 1 won (12 EUR); 1 held as spam</dd>')
  const address = /href="\/@studio\/leads(\?[^"]+)">a &amp; b</.exec(text)?.[1]
  expect(listIds((await request(address)).text)).toEqual([letter])
  expect((await request('/report?days=x&by=constructor')).status).toBe(200)
})

test('the export contains the leads of the filter as CSV, without formulas', async () => {
  const { commit, request } = await createFixture()
  await commit({ values: { name: 'Bob', email: 'bob@x.example' } })
  const id = await commit({
    values: { name: '=1+1', email: 'ada@x.example', message: 'a "quoted"\nline', old: '@SUM(A1)' },
    source: { page: '/contact', parameters: { utm_source: '+x' } },
  })
  const { text, headers } = await request('/export?q=ada&form=contact')
  expect(headers.get('content-type')).toContain('text/csv')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="?leads\.csv"?$/)
  const [header = '', ...rows] = text.split('\r\n')
  // `fetch` removes the byte order mark.
  expect(header).toMatch(
    /^Number,Received,Form,State,Source,Campaign,Page,Outcome,Value,Currency,.*,Other answers,Files$/,
  )
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain(`${id},`)
  expect(rows[0]).toContain(",Being delivered,'+x,none,/contact,")
  expect(rows[0]).toContain("'=1+1")
  expect(rows[0]).toContain('"a ""quoted""\nline"')
  expect(rows[0]).toContain('Old: @SUM(A1)')
})

describeEachStore((getStoreUrl) => {
  test('a recorded outcome is in the report and the export, and is sent to targets', async () => {
    const hook = await createHookReceiver()
    const { folder, clock, store: spool } = await createHttpFixture()
    await spool.close()
    const url = getStoreUrl()
    const config = readConfig({
      ...{ RELAY_SPOOL: path.join(folder, 'relay'), RELAY_BIND: '127.0.0.1:0', ...(url && { RELAY_STORE: url }) },
      ...{ RELAY_LEADS_KEY: KEY, RELAY_TARGETS: 'hook=webhook', RELAY_OUTCOMES: 'hook', RELAY_FREE_BYTES: '0' },
      ...{ WEBHOOK_URL: hook.url, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' },
    })
    const forms = createSiteForms()
    const relay = await openRelay({ config, forms, log: createCapturedLog().log, clock })
    const server = createRelayServer(relay.app, config)
    const address = await startListening(server, config.bind)
    onTestFinished(() => relay.close(() => closeServer(server, 0)))
    relay.start()
    const answers = { formType: 'contact', name: 'Ada Lind', email: 'ada@x.example', message: 'Hello' }
    const posted = await fetch(`${address}/functions/v1/send-form-submission`, {
      method: 'POST',
      body: JSON.stringify(answers),
      headers: { 'content-type': 'application/json' },
    })
    const { id } = (await posted.json()) as { id: string }
    const get = async (at: string) =>
      readResponse(await fetch(`${address}${LEADS}${at}`, { headers: { ...HTML, ...WHO } }))
    expect(listIds((await get('?q=LIND')).text)).toEqual([id])
    const recorded = await fetch(`${address}${LEADS}/${id}`, {
      ...{ method: 'POST', headers: WHO, redirect: 'manual' },
      body: new URLSearchParams({ status: 'won', value: '12000', currency: 'EUR' }),
    })
    expect(recorded.status).toBe(303)
    await until('the outcome was sent', async () =>
      hook.calls.some(({ body }) => body.includes('"submission.outcome"')),
    )
    expect((await get(`/${id}`)).text).toContain('Won, €12,000.00')
    expect(listIds((await get('?outcome=won')).text)).toEqual([id])
    expect(listIds((await get('?outcome=none')).text)).toEqual([])
    const { data } = await reportCommand.run(config, { since: getLowestId(0) })
    expect(data.total).toMatchObject({ leads: 1, won: 1, value: { EUR: 12000 } })
    const exported = await collect(exportCommand.run(config, { forms, to: undefined }))
    expect(exported.data).toMatchObject([{ id, outcome: { status: 'won', value: 12000 } }])
    const reader = await openReader(config)
    onTestFinished(() => reader.close())
    const entry = (await reader.read(id)) as Entry
    const retention = createRetention({ doneDays: 30, spamDays: 30 }, forms)
    const later = (days: number) =>
      isVisibleLead(entry, { retention, clock: createFakeClock(clock.now() + days * DAY) })
    expect([later(29), later(1000)]).toEqual([true, entry.place !== 'done'])
  })
})
