import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { Alert } from '../../relay/store/alert.ts'
import type { ExpiryHandler, Retention } from '../../relay/store/retention.ts'
import type { Envelope, LeadOutcome, Store } from '../../relay/store/store.ts'
import { claimAll, claimOne, delivered, listAll, readAttachment, settle } from './claims.ts'
import { commitOne, envelopeOf } from './spool-fixture.ts'
import { until } from './until.ts'

interface OpenOptions {
  targets?: readonly string[]
  retention?: Retention
  onExpired?: ExpiryHandler
  small?: boolean
}

/** Functions that open, control and damage a store with a fake clock. */
export interface StoreFixture {
  now(): number
  advance(milliseconds: number): Promise<void>
  alerts: Alert[]
  /** @param options with `small`, a sweep processes at most two entries or rows at a time */
  open(options?: OpenOptions): Promise<Store>
  /** Simulates killing the process that uses a store, then reopens the store after its claims have expired. */
  restart(store: Store, options?: { targets?: readonly string[] }): Promise<Store>
  damage: Record<Damage, (id: string) => Promise<unknown>>
  /** Changes the format version of an envelope. */
  setVersion(id: string, version: number): Promise<void>
  /** Lists the files in draft folders. */
  leftovers(): Promise<string[]>
}

const damages = {
  'a changed envelope': /checksum/,
  'a truncated envelope': /checksum/,
  'a missing envelope': /missing|checksum/,
  'a changed attachment': /checksum/,
  'a longer attachment': /bytes instead of/,
  'a missing attachment': /missing/,
}
type Damage = keyof typeof damages

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const BOTH = ['mail', 'hook']

/** Runs the tests that every store must pass. */
export function testStore(name: string, createFixture: () => Promise<StoreFixture>): void {
  describe(name, () => {
    test('counts of forms add up, are kept across a restart and for 400 days', async () => {
      const { open, restart, now, advance } = await createFixture()
      const store = await open()
      const day = new Date(now()).toISOString().slice(0, 10)
      const seen = { day, formType: 'contact', step: 'seen', count: 2 }
      const rejected = { day, formType: 'contact', step: 'rejected email', count: 1 }
      const earlier = { ...seen, day: '2025-12-31', count: 5 }
      expect(await store.listFormCounts('2000-01-01')).toEqual([])
      await Promise.all([store.addFormCounts([seen, rejected, earlier]), store.addFormCounts([seen])])
      const again = await restart(store)
      await again.addFormCounts([{ ...seen, count: 3 }])
      const list = async (since: string) => (await again.listFormCounts(since)).sort((a, b) => a.count - b.count)
      expect(await list('2000-01-01')).toEqual([rejected, earlier, { ...seen, count: 7 }])
      expect(await list(day)).toEqual([rejected, { ...seen, count: 7 }])
      await advance(401 * DAY)
      const later = new Date(now()).toISOString().slice(0, 10)
      await again.addFormCounts([{ ...seen, day: later }])
      expect(await again.listFormCounts('2000-01-01')).toEqual([{ ...seen, day: later }])
      await again.close()
    })

    test('a committed submission and its files can be read back unchanged', async () => {
      const { open, now, leftovers } = await createFixture()
      const store = await open()
      const bytes = Buffer.alloc(600_000, 'résumé')
      const draft = await store.draft()
      const written = await draft.write(Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]))
      const empty = await draft.write(Readable.from([]))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(written).toEqual({ file: '0.bin', size: bytes.length, sha256 })
      const content = await draft.open('0.bin')
      expect([content.size, await content.read(99_998, 4)]).toEqual([bytes.length, bytes.subarray(99_998, 100_002)])
      await content.close()
      const label = { field: 'resume', name: 'a.pdf', type: 'application/pdf' }
      const envelope = envelopeOf(draft, now(), {
        values: JSON.parse('{"name":"\\u0000 ‮ \\ud800 名前 🧡","__proto__":"x","list":["a","b"],"amount":5}'),
        attachments: [written, empty].map((file) => ({ ...label, ...file })),
        idempotency: { key: 'k', payload: 'p' },
      })
      expect(await draft.commit(envelope)).toBeUndefined()
      await draft.discard()
      const entry = await store.read(draft.id)
      expect(JSON.stringify(entry?.envelope)).toBe(JSON.stringify(envelope))
      expect(entry?.place).toBe('queue')
      expect(entry?.deliveries.map(({ target, status, tries }) => [target, status, tries])).toEqual([
        ['mail', 'waiting', 0],
        ['hook', 'waiting', 0],
      ])
      expect((await readAttachment(store, draft.id))?.equals(bytes)).toBe(true)
      expect(await readAttachment(store, draft.id, '1.bin')).toEqual(Buffer.alloc(0))
      expect(await readAttachment(store, draft.id, '2.bin')).toBeUndefined()
      const ranges: [number, number][] = [
        ...([
          [0, 0],
          [262_143, 262_144],
          [262_144, 524_287],
          [599_999, 599_999],
          [1, 599_998],
        ] as [number, number][]),
      ]
      for (const [start, end] of ranges) {
        const part = await store.openAttachment(draft.id, '0.bin', { start, end })
        expect(part && (await buffer(part)).equals(bytes.subarray(start, end + 1))).toBe(true)
      }
      await store.check(draft.id)
      expect(await leftovers()).toEqual([])
    })

    test('a draft is invisible until it is committed, and leaves nothing behind if it is discarded', async () => {
      const { open, leftovers } = await createFixture()
      const store = await open()
      const draft = await store.draft()
      await draft.write(Readable.from(['half']))
      expect(await listAll(store)).toEqual([])
      expect(await store.nextDue(BOTH)).toBeUndefined()
      await draft.discard()
      await draft.discard()
      expect(await leftovers()).toEqual([])
    })

    test('a write is rejected if its source fails, and the draft can then be discarded', async () => {
      const { open, leftovers } = await createFixture()
      const store = await open()
      const draft = await store.draft()
      const broken = new Readable({ read() {} })
      broken.push('some bytes')
      const write = draft.write(broken)
      broken.destroy(new Error('the client disconnected'))
      await expect(write).rejects.toThrow('the client disconnected')
      await draft.discard()
      expect(await leftovers()).toEqual([])
    })

    test('a draft can be committed only once, only under its own id, and only with files written to it', async () => {
      const { open, now, leftovers } = await createFixture()
      const store = await open()
      const draft = await store.draft()
      const attachments = [{ field: 'resume', name: 'a', file: '0.bin', type: 'x/y', size: 1, sha256: 'no' }]
      await expect(draft.commit(envelopeOf(draft, now(), { attachments }))).rejects.toThrow('0.bin')
      const other = await store.draft()
      await expect(draft.commit(envelopeOf(other, now()))).rejects.toThrow(other.id)
      await other.discard()
      await draft.commit(envelopeOf(draft, now()))
      await expect(draft.commit(envelopeOf(draft, now()))).rejects.toThrow()
      expect(await leftovers()).toEqual([])
      expect(await store.count('queue')).toBe(1)
    })

    test('of several concurrent commits with the same key, one succeeds and the others return its id', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      const drafts = await Promise.all(Array.from({ length: 6 }, () => store.draft()))
      const ids = await Promise.all(
        drafts.map(async (draft, at) => {
          const { size, file, sha256 } = await draft.write(Readable.from([`file ${at}`]))
          const attachments = [{ field: 'resume', name: 'a', type: 'x/y', file, size, sha256 }]
          const idempotency = { key: 'same', payload: String(at) }
          const known = await draft.commit(envelopeOf(draft, now(), { idempotency, attachments }))
          await draft.discard()
          return known?.id ?? draft.id
        }),
      )
      expect(new Set(ids).size).toBe(1)
      expect((await listAll(store)).map(({ envelope }) => envelope.id)).toEqual([ids[0]])
      await store.check(ids[0] ?? '')
    })

    test('a commit with the key of a submission that is erased at the same time stores its own or returns the other', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      for (let round = 0; round < 10; round++) {
        const more = { idempotency: { key: `k${round}`, payload: 'p' } }
        const earlier = await commitOne(store, now(), more)
        const draft = await store.draft()
        const [existing] = await Promise.all([draft.commit(envelopeOf(draft, now(), more)), store.erase([earlier])])
        await draft.discard()
        if (existing) expect(existing.id).toBe(earlier)
        else expect(await store.read(draft.id)).toBeDefined()
      }
    })

    test('a delivery is claimed once and marked as sending, and the entry moves to "done" once delivered', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      const id = await commitOne(store, now())
      expect(await store.nextDue(BOTH)).toBe(0)
      const claims = await claimAll(store)
      expect(claims.map(({ state }) => state.target).sort()).toEqual(['hook', 'mail'])
      expect(claims.map(({ envelope }) => envelope.values.name)).toEqual(['Ada Lind', 'Ada Lind'])
      expect((await store.read(id))?.deliveries).toMatchObject([
        { status: 'sending', tries: 1 },
        { status: 'sending', tries: 1 },
      ])
      await Promise.all([settle(store, id, 'mail', delivered), settle(store, id, 'hook', delivered)])
      expect(await store.read(id)).toMatchObject({
        place: 'done',
        deliveries: [{ status: 'delivered', history: [{ kind: 'delivered', detail: 'ok' }] }, { status: 'delivered' }],
      })
      expect(await store.nextDue(BOTH)).toBeUndefined()
    })

    test('a target without free send slots does not block due deliveries to other targets', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      for (let count = 0; count < 3; count++) await commitOne(store, now())
      expect((await store.claim(new Map([['hook', 2]]))).map(({ state }) => state.target)).toEqual(['hook', 'hook'])
      expect(await store.claim(new Map([['hook', 5]]))).toHaveLength(1)
      expect(await store.claim(new Map([['hook', 5]]))).toEqual([])
      expect(await store.nextDue(['hook'])).toBeUndefined()
      expect(await store.nextDue(BOTH)).toBe(0)
    })

    test('a deferred delivery is not claimed early, and records which recipients accepted it', async () => {
      const { open, now, advance } = await createFixture()
      const store = await open()
      const id = await commitOne(store, now(), { targets: ['mail'] })
      await claimOne(store)
      const reached = ['a@x.example']
      await settle(store, id, 'mail', { status: 'waiting', pause: MINUTE, detail: '451 \u0000', reached })
      expect(await store.nextDue(['mail'])).toBe(MINUTE)
      await advance(MINUTE - 1)
      expect(await claimOne(store)).toBeUndefined()
      await advance(1)
      expect((await claimOne(store))?.state).toMatchObject({ tries: 2, reached })
    })

    test('an entry with a dead delivery moves to "dead" once all its deliveries end, and can be retried', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      const id = await commitOne(store, now())
      await claimAll(store)
      await settle(store, id, 'hook', { status: 'dead', detail: '410' })
      expect((await store.read(id))?.place).toBe('queue')
      await settle(store, id, 'mail', delivered)
      expect((await store.read(id))?.place).toBe('dead')

      await expect(store.retry(id, 'mail')).rejects.toThrow('no dead or waiting delivery to mail')
      await store.retry(id)
      expect((await claimOne(store))?.state).toMatchObject({ target: 'hook', tries: 1 })
      expect(await claimOne(store)).toBeUndefined()
      await settle(store, id, 'hook', delivered)
      expect((await store.read(id))?.place).toBe('done')
      await store.retry(id, 'hook')
      expect((await claimAll(store)).map(({ state }) => state.target)).toEqual(['hook'])
    })

    test('an abandoned delivery does not block its entry, and a delivery in progress cannot be abandoned', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      const id = await commitOne(store, now())
      await claimOne(store, ['mail'])
      await expect(store.abandon(id, 'mail')).rejects.toThrow('currently being sent to mail')
      await store.abandon(id, 'hook')
      expect(await claimOne(store)).toBeUndefined()
      await settle(store, id, 'mail', delivered)
      expect(await store.read(id)).toMatchObject({ place: 'done', deliveries: [{}, { status: 'abandoned' }] })
      await expect(store.abandon(id, 'hook')).rejects.toThrow('no dead or waiting delivery to hook')
    })

    test('watchers are notified when a delivery becomes due', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      const notices: (() => void)[] = []
      const notice = () => new Promise<void>((resolve) => notices.push(resolve))
      const end = store.watch(() => {
        for (const notify of notices.splice(0)) notify()
      })
      const committed = notice()
      await commitOne(store, now())
      await committed
      const spam = await commitOne(store, now(), { spam: ['links'] })
      const released = notice()
      await store.release(spam)
      await released
      const retried = notice()
      await store.retry(spam)
      await retried
      end()
    })

    test('spam is delivered only after it is released', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      const id = await commitOne(store, now(), { spam: ['trap filled in'] })
      expect((await store.read(id))?.place).toBe('spam')
      expect(await claimOne(store)).toBeUndefined()
      await expect(store.retry(id)).rejects.toThrow('is in spam')
      await store.release(id)
      expect((await store.read(id))?.place).toBe('queue')
      expect((await claimOne(store))?.envelope.id).toBe(id)
      await expect(store.release(id)).rejects.toThrow('only submissions in spam')
    })

    test('erase deletes entries and their idempotency keys, even while one is being sent, and ignores unknown ids', async () => {
      const { open, now, restart } = await createFixture()
      const store = await open()
      const key = { idempotency: { key: 'k', payload: 'p' } }
      const [sending, held] = [
        await commitOne(store, now(), key, [Buffer.from('x')]),
        await commitOne(store, now(), { spam: ['links'] }),
      ]
      const kept = await commitOne(store, now(), { targets: ['hook'] })
      const claim = await claimOne(store)
      expect(await store.erase([sending, held, '01a1fc75-18ff-7683-8b28-9287b8e4bc90'])).toEqual([])
      expect((await listAll(store)).map(({ envelope }) => envelope.id)).toEqual([kept])
      if (claim) await store.settle(claim, delivered)
      expect(await readAttachment(store, sending)).toBeUndefined()
      expect(await store.erase([])).toEqual([])
      const next = await store.draft()
      expect(await next.commit(envelopeOf(next, now(), key))).toBeUndefined()
      const again = await restart(store)
      expect((await listAll(again)).map(({ envelope }) => envelope.id).sort()).toEqual([kept, next.id].sort())
    })

    test('outcomes are recorded in order, and survive every move, retry, verify and restart', async () => {
      const { open, now, advance, restart } = await createFixture()
      let store = await open({ targets: ['mail', 'hook'] })
      const id = await commitOne(store, now(), { targets: ['mail'] })
      const recordedAt = new Date(now()).toISOString()
      await store.recordOutcome(id, { status: 'qualified' }, [])
      const first = { status: 'qualified', at: recordedAt, recordedAt }
      expect((await store.read(id))?.outcomes).toEqual([first])
      await claimOne(store)
      await settle(store, id, 'mail', { status: 'dead', detail: '410' })
      await advance(DAY)
      const won = { status: 'won', value: 99.5, currency: 'EUR', at: '2026-01-05T23:59:59.999Z' } as const
      await store.recordOutcome(id, won, [])
      const both = [first, { ...won, recordedAt: new Date(now()).toISOString() }]
      expect(await store.read(id)).toMatchObject({ place: 'dead', outcomes: both })
      await store.retry(id)
      store = await restart(store)
      await claimOne(store)
      await settle(store, id, 'mail', delivered)
      expect(await store.verify()).toEqual({ checked: 1, corrupt: [] })
      store = await restart(store)
      expect(await store.read(id)).toMatchObject({ place: 'done', outcomes: both })
      expect(await listAll(store)).toMatchObject([{ outcomes: both }])
      await store.recordOutcome(id, { status: 'lost' }, [])
      expect((await store.read(id))?.outcomes).toHaveLength(3)
      await store.drop(id)
      expect(await listAll(store)).toEqual([])
    })

    test('an outcome is not recorded again if it was recorded last', async () => {
      const { open, now, advance } = await createFixture()
      const store = await open()
      const id = await commitOne(store, now())
      const won = { status: 'won', value: 10, currency: 'EUR' } as const
      const record = (outcome: LeadOutcome) => store.recordOutcome(id, outcome, ['hook'])
      await record(won)
      await advance(DAY)
      const at = (await store.read(id))?.outcomes[0]?.at ?? ''
      for (const same of [won, { ...won, at }]) await record(same)
      expect((await store.read(id))?.outcomes).toHaveLength(1)
      for (const other of [{ ...won, value: 11 }, { ...won, currency: 'USD' }, { ...won, at: '2026-01-05' }, won])
        await record(other)
      await record({ status: 'won' })
      expect((await store.read(id))?.outcomes).toHaveLength(5)
      expect(await store.count('queue')).toBe(6)
    })

    test('outcomes that several people record at the same time are all kept', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      const id = await commitOne(store, now())
      const values = Array.from({ length: 12 }, (_, value) => value)
      const record = (value: number) => store.recordOutcome(id, { status: 'won', value, currency: 'EUR' }, ['hook'])
      await Promise.all(values.map(record))
      const outcomes = (await store.read(id))?.outcomes ?? []
      expect(outcomes.map(({ value }) => value).sort((a = 0, b = 0) => a - b)).toEqual(values)
      const events = (await listAll(store)).filter(({ envelope }) => envelope.formType === 'relay.outcome')
      expect(events.map(({ envelope }) => envelope.id).sort()).toEqual(outcomes.map(({ event }) => event).sort())
    })

    test('an outcome for targets adds an entry without data of the lead, which is claimed like a submission', async () => {
      const { open, now, restart } = await createFixture()
      const first = await open()
      const id = await commitOne(first, now(), { targets: ['mail'] })
      await claimOne(first)
      await settle(first, id, 'mail', delivered)
      const notified = new Promise<void>((resolve) => first.watch(resolve))
      await first.recordOutcome(id, { status: 'won' }, ['hook'])
      await notified
      const store = await restart(first)
      const claim = await claimOne(store)
      expect(claim).toMatchObject({
        envelope: { formType: 'relay.outcome', values: { submission: id }, targets: ['hook'] },
        state: { target: 'hook', tries: 1 },
      })
      expect((await store.read(id))?.outcomes).toMatchObject([{ status: 'won', event: claim?.envelope.id }])
    })

    test('outcomes are recorded only for submissions that visitors sent, at most 100 for each', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      const qualified = { status: 'qualified' } as const
      for (const more of [{ spam: ['links'] }, { formType: 'relay.held' }, { canary: true }]) {
        const id = await commitOne(store, now(), more)
        await expect(store.recordOutcome(id, qualified, ['hook'])).rejects.toThrow(`${id} is not a lead`)
        expect((await store.read(id))?.outcomes).toEqual([])
      }
      const missing = '01a1fc75-18ff-7683-8b28-9287b8e4bc90'
      await expect(store.recordOutcome(missing, qualified, [])).rejects.toThrow(`There is no submission ${missing}`)
      const held = await commitOne(store, now(), { spam: ['links'] })
      await store.release(held)
      for (let value = 0; value < 100; value++)
        await store.recordOutcome(held, { status: 'won', value, currency: 'EUR' }, [])
      await expect(store.recordOutcome(held, qualified, [])).rejects.toThrow('already has 100 outcomes')
      expect((await store.read(held))?.outcomes).toHaveLength(100)
      expect(await store.count('queue')).toBe(3)
    })

    const WAITS: Partial<Envelope> = {
      consents: [
        { field: 'terms', given: true, version: 't' },
        { field: 'news', given: true, version: 'n', confirmedAt: null },
      ],
      confirmedTargets: ['hook'],
    }

    test('a delivery that waits for the visitor is neither claimed nor counted until the visitor confirms', async () => {
      const { open, now, advance, restart } = await createFixture()
      const first = await open()
      const id = await commitOne(first, now(), WAITS)
      expect((await claimAll(first)).map(({ state }) => state.target)).toEqual(['mail'])
      await settle(first, id, 'mail', delivered)
      let store = await restart(first)
      await advance(29 * DAY)
      expect(await claimOne(store)).toBeUndefined()
      expect(await store.waiting()).toEqual([])
      expect(await store.read(id)).toMatchObject({ place: 'queue', deliveries: [{}, { status: 'unconfirmed' }] })
      await expect(store.retry(id, 'hook')).rejects.toThrow('has no dead or waiting delivery to hook')

      const notified = new Promise<void>((resolve) => store.watch(resolve))
      await store.confirm(id)
      await notified
      const confirmedAt = new Date(now()).toISOString()
      await advance(1)
      await Promise.all([store.confirm(id), store.confirm(id)])
      store = await restart(store)
      const consents = [
        { field: 'terms', given: true, version: 't' },
        { ...WAITS.consents?.[1], confirmedAt },
      ]
      expect(await store.read(id)).toMatchObject({
        envelope: { consents },
        outcomes: [],
        deliveries: [{}, { tries: 0 }],
      })
      expect(await store.waiting()).toMatchObject([{ target: 'hook', count: 1 }])
      expect(await claimAll(store)).toMatchObject([{ state: { target: 'hook', tries: 1 } }])
      await settle(store, id, 'hook', delivered)
      expect(await claimOne(store)).toBeUndefined()
      expect(await store.verify()).toEqual({ checked: 1, corrupt: [] })
      store = await restart(store)
      const history = [{ kind: 'unconfirmed' }, { kind: 'delivered' }]
      expect(await store.read(id)).toMatchObject({
        place: 'done',
        envelope: { consents },
        deliveries: [{}, { history }],
      })
      for await (const overview of store.listOverviews({}, () => {}))
        expect(overview).toMatchObject({ envelope: { consents }, outcomes: [] })
    })

    test('a delivery that waits for the visitor becomes due after 30 days, so that it can end', async () => {
      const { open, now, advance } = await createFixture()
      const store = await open()
      const id = await commitOne(store, now(), { ...WAITS, targets: ['hook'] })
      await advance(30 * DAY)
      // One of the hourly sweeps makes it due. While a sweep is still running, the next one has no timer yet.
      const claim = await until('the delivery is due', async () => {
        await advance(60 * MINUTE)
        return claimOne(store)
      })
      expect(claim).toMatchObject({ state: { target: 'hook', tries: 1 }, envelope: WAITS })
      await settle(store, id, 'hook', { status: 'abandoned', detail: 'too late' })
      expect(await store.read(id)).toMatchObject({ place: 'done', deliveries: [{ status: 'abandoned' }] })
    })

    test('a confirmation is kept beside outcomes, with or without a waiting delivery, and ignored without a consent', async () => {
      const { open, now, restart } = await createFixture()
      let store = await open()
      const { consents } = WAITS
      const [id, other] = [await commitOne(store, now(), { consents }), await commitOne(store, now())]
      await store.recordOutcome(id, { status: 'qualified' }, [])
      for (const one of [id, other]) await store.confirm(one)
      await store.recordOutcome(id, { status: 'won' }, ['hook'])
      store = await restart(store)
      const entry = await store.read(id)
      expect(entry?.outcomes.map(({ status }) => status)).toEqual(['qualified', 'won'])
      expect(entry?.envelope.consents?.[1]?.confirmedAt).toEqual(expect.any(String))
      expect((await store.read(other))?.envelope).not.toHaveProperty('consents')
      expect((await claimAll(store)).filter(({ envelope }) => envelope.id === id)).toHaveLength(2)
      const missing = '01a1fc75-18ff-7683-8b28-9287b8e4bc90'
      await expect(store.confirm(missing)).rejects.toThrow(`There is no submission ${missing}`)
      expect(await store.erase([id])).toEqual([])
      expect(await store.read(id)).toBeUndefined()
    })

    test('drop deletes an entry and its idempotency key, even while the entry is being sent', async () => {
      const { open, now, leftovers } = await createFixture()
      const store = await open()
      const idempotency = { key: 'k', payload: 'p' }
      const id = await commitOne(store, now(), { idempotency }, [Buffer.from('a file')])
      await claimOne(store)
      await store.drop(id)
      await settle(store, id, 'mail', { status: 'waiting', pause: 0, detail: 'late' })
      expect(await claimOne(store)).toBeUndefined()
      expect(await store.read(id)).toBeUndefined()
      expect(await readAttachment(store, id)).toBeUndefined()
      expect(await leftovers()).toEqual([])
      await expect(store.drop(id)).rejects.toThrow('There is no submission')
      await expect(store.drop('../../etc')).rejects.toThrow('There is no submission')
      await expect(store.retry(id)).rejects.toThrow('There is no submission')
      const again = await store.draft()
      expect(await again.commit(envelopeOf(again, now(), { idempotency }))).toBeUndefined()
    })

    test('an idempotency key is valid for a day, even after a restart', async () => {
      const { open, now, advance } = await createFixture()
      const store = await open()
      const receivedAt = new Date(now()).toISOString()
      const queued = await commitOne(store, now(), { idempotency: { key: 'a', payload: '1' } })
      const spam = await commitOne(store, now(), { spam: ['links'], idempotency: { key: 'b', payload: '2' } })
      const done = await commitOne(store, now(), { targets: ['mail'], idempotency: { key: 'c', payload: '3' } })
      for (const { envelope } of await claimAll(store))
        if (envelope.id === done) await settle(store, done, 'mail', delivered)
      await store.close()

      const again = await open()
      const repeat = async (key: string, validFor?: number) => {
        const draft = await again.draft()
        const known = await draft.commit(envelopeOf(draft, now(), { idempotency: { key, payload: 'x' } }), validFor)
        await draft.discard()
        return known
      }
      expect(await repeat('a')).toEqual({ id: queued, payload: '1', receivedAt })
      expect(await repeat('b')).toEqual({ id: spam, payload: '2', receivedAt })
      expect(await repeat('c')).toEqual({ id: done, payload: '3', receivedAt })
      await advance(MINUTE)
      expect(await repeat('a', 2 * MINUTE)).toMatchObject({ id: queued })
      expect(await repeat('a', MINUTE)).toBeUndefined()
      await advance(DAY)
      expect(await repeat('b')).toBeUndefined()
    })

    test('delivered entries and spam are deleted after their retention period, but dead entries are kept', async () => {
      const { open, now, advance, leftovers } = await createFixture()
      const options = { retention: { doneDays: 2, spamDays: 3 } }
      const store = await open(options)
      const done = await commitOne(store, now(), { targets: ['mail'] })
      await claimOne(store)
      await settle(store, done, 'mail', delivered)
      const dead = await commitOne(store, now(), { targets: ['mail'] })
      await claimOne(store)
      await settle(store, dead, 'mail', { status: 'dead', detail: '550' })
      const spam = await commitOne(store, now(), { spam: ['links'] })
      await store.close()
      for (const [days, kept] of [
        [2, [done, dead, spam]],
        [1, [dead, spam]],
        [1, [dead]],
      ] as [number, string[]][]) {
        await advance(days * DAY)
        const next = await open(options)
        const ids = async () => (await listAll(next)).map(({ envelope }) => envelope.id)
        await until(`${kept.length} are left`, async () => (await ids()).length === kept.length)
        expect(await ids()).toEqual(kept.sort())
        await until('the draft files are deleted', async () => (await leftovers()).length === 0)
        await next.close()
      }
    })

    test('a form with its own period keeps submissions for that long after arrival, and also deletes dead letters', async () => {
      const { open, now, advance } = await createFixture()
      const expired: [string, string][] = []
      const options: OpenOptions = {
        retention: { doneDays: 3, spamDays: 3, formDays: new Map(Object.entries({ short: 2, long: 5, unused: 9 })) },
        onExpired: (place, ids) => expired.push(...ids.map((id): [string, string] => [place, id])),
      }
      const store = await open(options)
      const commitTo = async (place: string, formType: string): Promise<[string, string]> => {
        const spam = place === 'spam' ? ['links'] : []
        const id = await commitOne(store, now(), { targets: ['mail'], formType, spam }, [Buffer.from('resume')])
        if (place !== 'done' && place !== 'dead') return [place, id]
        await claimOne(store)
        await settle(store, id, 'mail', place === 'done' ? delivered : { status: 'dead', detail: '550' })
        return [place, id]
      }
      const commitToAll = async (formType: string) => [
        await commitTo('spam', formType),
        await commitTo('done', formType),
        await commitTo('dead', formType),
      ]
      const [short, long, other] = [await commitToAll('short'), await commitToAll('long'), await commitToAll('other')]
      const queued = await commitTo('queue', 'short')
      await store.close()
      let kept = [...short, ...long, ...other, queued]
      for (const [days, gone] of [
        [1.9, []],
        [0.2, short],
        [1, other.filter(([place]) => place !== 'dead')],
        [2, long],
      ] as [number, [string, string][]][]) {
        await advance(days * DAY)
        expired.length = 0
        const next = await open(options)
        await until('the expired entries are deleted', async () => expired.length >= gone.length)
        kept = kept.filter((entry) => !gone.includes(entry))
        await until('only these are left', async () => (await listAll(next)).length === kept.length)
        const left = (await listAll(next)).map(({ place, envelope }) => [place, envelope.id])
        expect(left.sort()).toEqual(kept.toSorted())
        expect(expired.toSorted()).toEqual(gone.toSorted())
        for (const [, id] of gone) expect(await next.openAttachment(id, '0.bin')).toBeUndefined()
        await next.close()
      }
      // An entry that waited in the queue for longer than its period is deleted once it is delivered.
      const last = await open(options)
      await claimOne(last)
      await settle(last, queued[1], 'mail', delivered)
      await last.close()
      const again = await open(options)
      await until('it is deleted', async () => (await listAll(again)).length === 1)
    })

    test('a sweep deletes all expired entries, even if it needs several batches', async () => {
      const { open, now, advance } = await createFixture()
      const options = { retention: { doneDays: 2, spamDays: 2 }, small: true }
      const store = await open(options)
      for (let count = 0; count < 5; count++) {
        await commitOne(store, now(), { spam: ['links'], idempotency: { key: `k${count}`, payload: 'p' } })
        const done = await commitOne(store, now(), { targets: ['mail'] })
        await claimOne(store)
        await settle(store, done, 'mail', delivered)
        await store.addUse(`${now() + MINUTE}-${count}-0.bin`, 1)
      }
      await store.close()
      await advance(3 * DAY)
      const again = await open(options)
      await until('all entries are deleted', async () => (await listAll(again)).length === 0)
    })

    test('many entries can be counted and listed by state, such as queue or spam, oldest or newest first', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      const ids: string[] = []
      // Commits in batches, because a commit waits at most 3 seconds for a database connection.
      for (let batch = 0; batch < 41; batch += 1)
        ids.push(
          ...(await Promise.all(Array.from({ length: 5 }, () => commitOne(store, now(), { targets: ['mail'] })))),
        )
      const spam = await commitOne(store, now(), { spam: ['links'] })
      const listed = async (query: Parameters<Store['list']>[0]) => {
        const found: string[] = []
        for await (const { id } of store.list(query)) found.push(id)
        return found
      }
      expect(await listed({ places: ['queue'] })).toEqual(ids.toSorted())
      // Ids from the same millisecond are in random order, so the spam may be anywhere among them.
      const all = [...ids, spam].sort()
      expect(await listed({ places: ['spam', 'queue'], order: 'newest' })).toEqual(all.toReversed())
      expect(await listed({ places: ['dead'] })).toEqual([])
      const [since = '', before = ''] = [all[3], all[6]]
      expect(await listed({ since, before })).toEqual(all.slice(3, 6))
      expect(await listed({ since, before, order: 'newest' })).toEqual(all.slice(3, 6).toReversed())
      expect([await store.count('queue'), await store.count('spam'), await store.count('done')]).toEqual([205, 1, 0])
    })

    test('unfinished deliveries are counted by target, and the oldest id is reported for each target', async () => {
      const { open, now, restart } = await createFixture()
      const store = await open()
      const [first = '', second = ''] = [await commitOne(store, now()), await commitOne(store, now())].sort()
      await commitOne(store, now(), { spam: ['links'] })
      const waiting = async (of: Store) => (await of.waiting()).sort((a, b) => (a.target < b.target ? -1 : 1))
      const hook = { target: 'hook', count: 2, oldest: first }
      expect(await waiting(store)).toEqual([hook, { target: 'mail', count: 2, oldest: first }])
      await claimAll(store, ['mail'])
      expect(await waiting(store)).toEqual([hook, { target: 'mail', count: 2, oldest: first }])
      await settle(store, first, 'mail', delivered)
      await settle(store, second, 'mail', { status: 'waiting', pause: MINUTE, detail: 'HTTP 500' })
      const after = [hook, { target: 'mail', count: 1, oldest: second }]
      expect(await waiting(store)).toEqual(after)
      const again = await restart(store)
      expect(await waiting(again)).toEqual(after)
      await claimAll(again, ['hook'])
      for (const id of [first, second]) await settle(again, id, 'hook', delivered)
      expect(await waiting(again)).toEqual(after.slice(1))
    })

    test('interrupted deliveries are sent again after a restart, but completed deliveries are not', async () => {
      const { open, now, restart } = await createFixture()
      const store = await open()
      const id = await commitOne(store, now())
      await claimAll(store)
      await settle(store, id, 'mail', delivered)
      const again = await restart(store)
      expect((await claimAll(again)).map(({ state }) => state.target)).toEqual(['hook'])
      // The receiver did not refuse the delivery, so the interruption does not count as an attempt.
      expect((await again.read(id))?.deliveries[1]).toMatchObject({
        ...{ status: 'sending', tries: 1, history: [{ kind: 'interrupted' }] },
      })
    })

    test('an interrupted delivery is retried with growing delays, and is dead after five interruptions', async () => {
      const { open, now, advance, restart, alerts } = await createFixture()
      let store = await open()
      const id = await commitOne(store, now())
      const waits: number[] = []
      for (let count = 0; count < 5; count++) {
        waits.push((await store.nextDue(['mail'])) ?? 0)
        await advance(waits.at(-1) ?? 0)
        expect((await claimOne(store, ['mail']))?.state).toMatchObject({ status: 'sending', tries: 1 })
        store = await restart(store)
      }
      expect(waits.slice(0, 2)).toEqual([0, 0])
      for (const [at, minutes] of [0.5, 2, 10].entries()) {
        expect(waits[at + 2]).toBeGreaterThanOrEqual((minutes * MINUTE) / 2)
        expect(waits[at + 2]).toBeLessThanOrEqual(minutes * MINUTE * 1.5)
      }
      expect(alerts).toMatchObject([{ kind: 'interrupted', id, target: 'mail' }])
      expect(await claimOne(store, ['mail'])).toBeUndefined()
      // The entry's other delivery continues, and an operator can retry the interrupted one.
      expect((await claimOne(store))?.state.target).toBe('hook')
      await settle(store, id, 'hook', delivered)
      expect(await store.read(id)).toMatchObject({ place: 'dead', deliveries: [{ status: 'dead', tries: 0 }, {}] })
      await store.retry(id)
      expect((await claimOne(store))?.state).toMatchObject({ target: 'mail', tries: 1 })
    })

    test('every response from a target resets the count of interruptions', async () => {
      const { open, now, advance, restart } = await createFixture()
      let store = await open()
      const id = await commitOne(store, now(), { targets: ['mail'] })
      for (let count = 0; count < 4; count++) {
        await advance((await store.nextDue(['mail'])) ?? 0)
        await claimOne(store)
        if (count === 1) await settle(store, id, 'mail', { status: 'waiting', pause: 0, detail: 'HTTP 500' })
        else store = await restart(store)
      }
      expect((await store.read(id))?.deliveries).toMatchObject([{ status: 'waiting', tries: 1, interruptions: 2 }])
    })

    test('deliveries wait, and an alert is raised, if their target is no longer configured', async () => {
      const { open, now, alerts } = await createFixture()
      const store = await open()
      const id = await commitOne(store, now())
      await store.close()
      const again = await open({ targets: ['mail'] })
      await expect.poll(() => alerts).toMatchObject([{ kind: 'target-missing', id, target: 'hook' }])
      await claimOne(again, ['mail'])
      await settle(again, id, 'mail', delivered)
      expect((await again.read(id))?.place).toBe('queue')
      await again.close()
      expect((await claimOne(await open()))?.state.target).toBe('hook')
    })

    test.each(Object.entries(damages) as [Damage, RegExp][])(
      'an entry with %s is quarantined with an alert and never delivered, while other entries are delivered',
      async (kind, reason) => {
        const { open, now, alerts, damage } = await createFixture()
        const store = await open()
        const files = [Buffer.from('aaaa')]
        const idempotency = { key: 'k', payload: 'p' }
        const bad = await commitOne(store, now(), { idempotency }, files)
        const good = await commitOne(store, now(), {}, files)
        await damage[kind](bad)
        await expect(store.check(bad)).rejects.toThrow(reason)
        expect((await claimAll(store)).map(({ envelope }) => envelope.id)).toEqual([good, good])
        expect(alerts).toEqual([{ kind: 'corrupt', id: bad, detail: expect.stringMatching(reason) }])
        expect(await listAll(store, 'corrupt')).toMatchObject([
          { envelope: { id: bad }, problem: expect.stringMatching(reason), deliveries: [] },
        ])
        expect(await store.nextDue(BOTH)).toBeUndefined()
        // The quarantined entry's key is free, so the sender can submit again.
        const again = await store.draft()
        expect(await again.commit(envelopeOf(again, now(), { idempotency }))).toBeUndefined()
        await store.drop(bad)
      },
    )

    test('verify quarantines damaged entries, including those held as spam', async () => {
      const { open, now, damage } = await createFixture()
      const store = await open()
      const spam = await commitOne(store, now(), { spam: ['links'] }, [Buffer.from('aaaa')])
      await commitOne(store, now())
      await damage['a changed attachment'](spam)
      expect(await store.verify()).toEqual({ checked: 2, corrupt: [spam] })
      expect((await store.read(spam))?.place).toBe('corrupt')
      expect(await store.verify()).toEqual({ checked: 1, corrupt: [] })
    })

    test('an entry from a newer relay stays unchanged with an alert, while other entries are delivered', async () => {
      const { open, now, alerts, setVersion, restart, advance } = await createFixture()
      const store = await open()
      const newer = await commitOne(store, now(), { targets: ['mail'] })
      const known = await commitOne(store, now(), { targets: ['mail'] })
      await setVersion(newer, 2)
      const again = await restart(store)
      expect((await claimAll(again)).map(({ envelope }) => envelope.id)).toEqual([known])
      expect(alerts).toMatchObject([{ kind: 'newer', id: newer, detail: expect.stringContaining('version 2') }])
      expect(await again.verify()).toEqual({ checked: 2, corrupt: [] })
      await expect(again.retry(newer)).rejects.toThrow('version 2')
      const errors: unknown[] = []
      for await (const item of again.list()) if (!item.entry) errors.push([item.id, item.error.name])
      expect(errors).toEqual([[newer, 'Newer']])
      await setVersion(newer, 1)
      const last = await restart(again)
      await advance(10 * MINUTE)
      expect((await claimAll(last)).map(({ envelope }) => envelope.id)).toContain(newer)
    })

    test('the uses of a download link are counted, and the count is deleted when the link expires', async () => {
      const { open, now, advance } = await createFixture()
      const store = await open()
      const link = `${now() + MINUTE}-x-0.bin`
      expect(await store.countUses(link)).toBe(0)
      await store.addUse(link, 1)
      await store.addUse(link, 1000)
      await store.close()
      const again = await open()
      expect(await again.countUses(link)).toBe(1001)
      await advance(2 * MINUTE)
      await again.addUse(`${now() + MINUTE}-y-0.bin`, 1)
      await again.close()
      const last = await open()
      await until('the counts are deleted', async () => (await last.countUses(link)) === 0)
    })

    test('a store reports its free space, and refuses drafts after it is closed', async () => {
      const { open, now } = await createFixture()
      const store = await open()
      expect(await store.free()).toBeGreaterThan(0)
      await commitOne(store, now())
      await store.close()
      await expect(store.draft()).rejects.toThrow()
    })
  })
}
