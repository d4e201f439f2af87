import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../relay/clock.ts'
import { openStore } from '../../relay/open-store.ts'
import type { Entry } from '../../relay/store/store.ts'
import { createSignedLink } from '../../relay/targets/attachment-links.ts'
import { createOperator } from '../chaos/erasure/operator.ts'
import { needs } from '../needs.ts'
import { triesAllCases } from '../sampled.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { commitOne, temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

/** Kills the process at every second call or query; in the chaos suite, at each. */
const STEP = triesAllCases ? 1 : 2
const LINK_SECRET = 'a secret of 24 characters'
const WON = { status: 'won', value: '12000', currency: 'USD' }

/** What can be recorded on a page of the relay, and what the webhook then receives. */
const records = {
  outcome: {
    lead: { targets: [] },
    find: ({ outcomes: [outcome, ...more] }: Entry) =>
      outcome && more.length === 0
        ? { type: 'submission.outcome', event: outcome.event, outcome: { status: 'won', value: 12000 } }
        : undefined,
  },
  consent: {
    lead: {
      targets: ['crm'],
      confirmedTargets: ['crm'],
      consents: [{ field: 'news', given: true, version: 'x', confirmedAt: null }],
    },
    find: ({ envelope: { id, consents } }: Entry) =>
      consents?.[0]?.confirmedAt ? { type: 'submission.received', event: id, consents } : undefined,
  },
}
const pages = Object.keys(records) as (keyof typeof records)[]

/** Submits a page of the relay as a browser does. @returns the status, or `killed` if there is no response */
async function post(address: string, page: keyof typeof records, id: string): Promise<number | string> {
  const link = createSignedLink({ publicUrl: address, linkSecret: LINK_SECRET }, id, page, Date.now() + 60_000)
  const init = { method: 'POST', body: new URLSearchParams(WON), redirect: 'manual' } as const
  return fetch(link ?? '', init).then(
    ({ status }) => status,
    () => 'killed',
  )
}

/** Creates a relay that sends outcomes to a webhook, and leads for them. */
async function createFixture(settings: NodeJS.ProcessEnv = {}) {
  const hook = await createHookReceiver()
  const operator = await createOperator(await temporaryFolder(), {
    ...{ RELAY_TARGETS: 'mail=smtp crm=webhook', RELAY_OUTCOMES: 'crm', RELAY_LINK_SECRET: LINK_SECRET },
    ...{ WEBHOOK_URL: hook.url, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true', UV_THREADPOOL_SIZE: '1' },
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'a@x.example', MAIL_TO: 'b@x.example' },
    ...settings,
  })
  onTestFinished(async () => void (await operator.close()))
  const { config } = operator
  const withStore = async <T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> => {
    const store = await openStore(config, { clock: systemClock })
    return work(store).finally(() => store.close())
  }
  return {
    operator,
    async commit(page: keyof typeof records) {
      const id = await withStore((store) => commitOne(store, Date.now(), records[page].lead))
      // Opens the store again, which moves the entry to `done`, so that the relay does not move it when it starts.
      return withStore(async () => id)
    },
    find: (page: keyof typeof records, id: string) =>
      withStore(async (store) => records[page].find((await store.read(id)) ?? expect.unreachable())),
    /** Waits until everything is sent. @returns what the webhook received, in the order of the leads */
    async allSent() {
      const { stop } = await operator.start()
      await until('everything is sent', async () => {
        const { output } = await operator.run(['list', '--json'])
        return !/"status": "(?:waiting|sending)"/.test(output)
      })
      await stop()
      const sent = hook.calls.map((call) => ({ event: call.headers['webhook-id'], ...JSON.parse(call.body) }))
      return sent.sort((a, b) => (a.id < b.id ? -1 : 1))
    },
  }
}

test.each(pages)(
  'the %s of a lead that is sent again after the relay was killed at any system call is recorded and sent once',
  needs('strace'),
  async (page) => {
    const { operator, commit, find, allSent } = await createFixture()
    const recorded: unknown[] = []
    let kills = 0
    for (const call of ['rename', 'fsync', 'fdatasync'])
      for (let count = 1, killed = true; killed; count += STEP) {
        const id = await commit(page)
        const options = ['-f', '-D', '-qq', '-o', '/dev/null', '-e', `trace=${call}`]
        const traced = ['strace', ...options, '-e', `inject=${call}:signal=KILL:when=${count}`]
        // A relay makes none of these calls when it starts.
        const first = await operator.start(traced)
        killed = (await post(first.address, page, id)) === 'killed'
        if (killed) kills++
        await first.kill()
        const second = await operator.start()
        expect(await post(second.address, page, id)).toBe(303)
        await second.stop()
        recorded.push({ id, ...((await find(page, id)) ?? expect.unreachable()) })
      }
    expect(kills * STEP).toBeGreaterThan(page === 'outcome' ? 6 : 2)
    expect(await allSent()).toMatchObject(recorded)
  },
)

describe('with a database', needs('postgres'), () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())

  test.each(pages)(
    'the %s of a lead that is recorded again after a kill at any query is recorded and sent once',
    async (page) => {
      let left = Number.POSITIVE_INFINITY
      const proxy = net.createServer((client) => {
        const upstream = net.connect(server.port, '127.0.0.1')
        client.on('data', (bytes) => {
          // Counts from the start of the transaction.
          if (left === Number.POSITIVE_INFINITY && bytes.includes('BEGIN; SELECT')) left = kills * STEP
          if (left-- > 0) upstream.write(bytes)
          else void killed.operator.close()
        })
        for (const socket of [client, upstream]) socket.on('error', () => {})
        upstream.pipe(client)
        client.on('close', () => upstream.destroy())
      })
      await once(proxy.listen(0, '127.0.0.1'), 'listening')
      onTestFinished(() => void proxy.close())
      const { operator, commit, find, allSent } = await createFixture({ RELAY_STORE: server.url })
      const recorded: unknown[] = []
      const through = server.url.replace(`:${server.port}`, `:${(proxy.address() as AddressInfo).port}`)
      // Without the target, the killed relay leaves no delivery whose lease must end first.
      const withoutTarget = { RELAY_TARGETS: 'mail=smtp', RELAY_OUTCOMES: '' }
      const killed = await createFixture({ RELAY_STORE: through, ...(page === 'consent' && withoutTarget) })
      const record = async ({ run, start }: typeof operator, id: string): Promise<unknown> => {
        if (page === 'outcome') return (await run(['outcome', id, 'won', '--value', '12000', '--currency', 'USD'])).code
        const { address, stop } = await start()
        const status = await post(address, page, id)
        await stop()
        return status === 303 ? 0 : status
      }
      let kills = 0
      for (let code: unknown; code !== 0; kills++) {
        const id = await commit(page)
        left = Number.POSITIVE_INFINITY
        code = await record(killed.operator, id)
        expect(await record(operator, id)).toBe(0)
        recorded.push({ id, ...((await find(page, id)) ?? expect.unreachable()) })
      }
      expect(kills * STEP).toBeGreaterThan(page === 'outcome' ? 6 : 4)
      expect(await allSent()).toMatchObject(recorded)
    },
  )
})
