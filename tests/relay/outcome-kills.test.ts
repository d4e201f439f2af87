import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../relay/clock.ts'
import { openStore } from '../../relay/open-store.ts'
import { createAttachmentLinks } from '../../relay/targets/attachment-links.ts'
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

/** Creates a relay that sends outcomes to a webhook, and a lead that was delivered. */
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
    async commit() {
      const id = await withStore((store) => commitOne(store, Date.now(), { targets: [] }))
      // Opens the store again, which moves the entry to `done`, so that the relay does not move it when it starts.
      return withStore(async () => id)
    },
    outcomesOf: (id: string) => withStore(async (store) => (await store.read(id))?.outcomes ?? []),
    /** Waits until all events are sent. @returns what the webhook received, in the order of the leads */
    async allSent() {
      const { stop } = await operator.start()
      await until('all events are sent', async () => {
        const { output } = await operator.run(['list', '--json'])
        return !output.includes('relay.outcome')
      })
      await stop()
      const sent = hook.calls.map((call) => ({ event: call.headers['webhook-id'], ...JSON.parse(call.body) }))
      return sent.sort((a, b) => (a.id < b.id ? -1 : 1))
    },
  }
}

test(
  'an outcome that is sent again after the relay was killed at any system call is recorded and sent once',
  needs('strace'),
  async () => {
    const { operator, commit, outcomesOf, allSent } = await createFixture()
    const recorded: unknown[] = []
    let kills = 0
    const post = async (address: string, id: string) => {
      const links = createAttachmentLinks({
        ...{ publicUrl: address, secret: LINK_SECRET, pages: true, store: {} as never, clock: systemClock },
      })
      const body = new URLSearchParams(WON)
      return (await fetch(links.linkToOutcome(id) ?? '', { method: 'POST', body, redirect: 'manual' })).status
    }
    for (const call of ['rename', 'fsync', 'fdatasync'])
      for (let count = 1, killed = true; killed; count += STEP) {
        const id = await commit()
        const options = ['-f', '-D', '-qq', '-o', '/dev/null', '-e', `trace=${call}`]
        const traced = ['strace', ...options, '-e', `inject=${call}:signal=KILL:when=${count}`]
        // A relay makes none of these calls when it starts.
        const first = await operator.start(traced)
        killed = (await post(first.address, id).catch(() => 'killed')) === 'killed'
        if (killed) kills++
        await first.kill()
        expect((await outcomesOf(id)).length).toBeLessThan(2)
        const second = await operator.start()
        expect(await post(second.address, id)).toBe(303)
        await second.stop()
        const outcomes = await outcomesOf(id)
        expect(outcomes).toMatchObject([{ status: 'won', value: 12000, currency: 'USD' }])
        recorded.push({ id, event: outcomes[0]?.event, type: 'submission.outcome' })
      }
    expect(kills * STEP).toBeGreaterThan(6)
    expect(await allSent()).toMatchObject(recorded)
  },
)

describe('with a database', needs('postgres'), () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())

  test('an outcome that is recorded again after the command was killed at any query is recorded and sent once', async () => {
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
    const { operator, commit, outcomesOf, allSent } = await createFixture({ RELAY_STORE: server.url })
    const recorded: unknown[] = []
    const through = server.url.replace(`:${server.port}`, `:${(proxy.address() as AddressInfo).port}`)
    const killed = await createFixture({ RELAY_STORE: through })
    let kills = 0
    for (let code: string | number = 'SIGKILL'; code === 'SIGKILL'; kills++) {
      const id = await commit()
      const command = ['outcome', id, 'won', '--value', '12000', '--currency', 'USD']
      left = Number.POSITIVE_INFINITY
      code = (await killed.operator.run(command)).code
      expect((await outcomesOf(id)).length).toBeLessThan(2)
      expect((await operator.run(command)).code).toBe(0)
      const outcomes = await outcomesOf(id)
      expect(outcomes).toMatchObject([{ status: 'won', value: 12000, currency: 'USD' }])
      recorded.push({ id, event: outcomes[0]?.event, type: 'submission.outcome' })
    }
    expect(kills * STEP).toBeGreaterThan(6)
    expect(await allSent()).toMatchObject(recorded)
  })
})
