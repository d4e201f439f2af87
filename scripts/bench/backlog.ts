import path from 'node:path'
import { forEachLimited } from '../../cli/pool.ts'
import { systemClock } from '../../relay/clock.ts'
import { readConfig } from '../../relay/config.ts'
import { openStore } from '../../relay/open-store.ts'
import type { Store } from '../../relay/store/store.ts'
import { measure } from '../../tests/chaos/measure.ts'
import { buildRelay, relayEnvironment, spawnRelay } from '../../tests/chaos/relay-child.ts'
import { createLead } from '../../tests/chaos/submission.ts'
import type { PostgresServer } from '../../tests/relay/postgres-server.ts'
import { withStore } from './with-store.ts'

/** Number of submissions to store, or mark as delivered, concurrently. */
const AT_ONCE = 64

/** One in this many delivered submissions has an outcome. */
const OUTCOME_EVERY = 5

/**
 * Measures the time and peak memory of `relay report`, and the startup time, `/metrics` response time and peak memory of
 * a relay, with 100,000 delivered submissions and 20,000 submissions pending for an unreachable mail server.
 * BACKLOG='1000 200' changes these numbers; `--store postgres` uses a database.
 */
export function run(args: string[]): Promise<void> {
  return withStore(args, measureBacklog)
}

async function measureBacklog(folder: string, database: PostgresServer | undefined): Promise<void> {
  const [delivered = 100_000, pending = 20_000] = (process.env.BACKLOG ?? '').split(' ').filter(Boolean).map(Number)
  // Nothing listens on this port, so every delivery fails.
  const mail = {
    RELAY_TARGETS: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMTP_FROM: 'a@b.example',
    MAIL_TO: 'c@d.example',
    ...(database ? { RELAY_STORE: database.url } : {}),
  }
  const fillStart = performance.now()
  const store = await openStore(readConfig({ ...relayEnvironment(folder), ...mail }), { clock: systemClock })
  const ids = await fill(store, delivered)
  await deliverAll(store, delivered)
  const won = ids.filter((_, index) => index % OUTCOME_EVERY === 0)
  await forEachLimited(won, AT_ONCE, (id) =>
    store.recordOutcome(id, { status: 'won', value: 100, currency: 'EUR' }, []),
  )
  await fill(store, pending)
  await store.close()
  print('fill, s', (performance.now() - fillStart) / 1000)
  const relay = await buildRelay(path.join(folder, 'out'))
  const env = { ...relayEnvironment(folder), ...mail }
  const report = await measure(process.execPath, [relay, 'report', '--by', 'campaign', '--json'], { env })
  const { total } = JSON.parse(report.stdout)
  if (total.leads !== delivered + pending || total.won !== won.length)
    throw new Error(`The report is wrong: ${JSON.stringify(total)}`)
  print('report, s', report.wall)
  print('report, CPU s', report.cpu)
  print('report, MB', report.peak / 1024 ** 2)
  const relayStart = performance.now()
  const child = await spawnRelay(folder, mail).started()
  print('start, s', (performance.now() - relayStart) / 1000)
  for (let round = 0; round < 3; round++) {
    const begin = performance.now()
    await (await fetch(`${child.address}/metrics`)).text()
    print('/metrics, ms', performance.now() - begin)
  }
  print('peak, MB', child.peak() / 1024 ** 2)
  await child.kill()
}

/** Stores submissions. @returns their ids */
async function fill(store: Store, count: number): Promise<string[]> {
  const ids: string[] = []
  await forEachLimited(Array.from({ length: count }), AT_ONCE, async () => {
    const { key, values } = createLead()
    const draft = await store.draft()
    ids.push(draft.id)
    const receivedAt = new Date().toISOString()
    await draft.commit({
      version: 1,
      id: draft.id,
      receivedAt,
      formType: 'contact',
      title: 'Contact',
      values,
      attachments: [],
      source: {
        page: '/contact',
        landing: '/',
        parameters: { utm_source: 'news', utm_campaign: `week-${ids.length % 50}` },
      },
      targets: ['smtp'],
      idempotency: { key, payload: key },
      spam: [],
    })
  })
  return ids
}

function deliverAll(store: Store, count: number): Promise<void> {
  return forEachLimited(Array.from({ length: count }), AT_ONCE, async () => {
    for (const claim of await store.claim(new Map([['smtp', 1]])))
      await store.settle(claim, { status: 'delivered', detail: '250 OK' })
  })
}

function print(name: string, value: number): void {
  process.stdout.write(`${name.padEnd(15)}${value.toFixed(1).padStart(10)}\n`)
}
