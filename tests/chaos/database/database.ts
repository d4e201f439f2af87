import { chmodSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '../../random.ts'
import { startPostgres } from '../../relay/postgres-server.ts'
import { makeRealFolder } from '../disk.ts'
import { describeMachine } from '../machine.ts'
import { needForms, spawnRelay } from '../relay-child.ts'
import { seedOption } from '../seed-option.ts'
import { checkDatabase, listOutOfOrder } from './check-database.ts'
import { runDatabaseClient } from './database-client.ts'
import type { Ledger } from './receipts.ts'
import { startRoundRobin } from './round-robin.ts'

const CLIENTS = 8
/** Maximum time between kills, in milliseconds. */
const MAX_UPTIME = 2000
/** Maximum downtime of a killed database server, in milliseconds. */
const MAX_DOWNTIME = 1500
/** Time limit for delivering the backlog at the end, in milliseconds. */
const BOUND = 900_000

/**
 * Runs two relays under load, behind a round-robin proxy and with a shared PostgreSQL server. Kills the relays and the
 * database server repeatedly with SIGKILL, then stops the server for `--away` seconds. Afterwards, every acknowledged
 * submission must be in the database exactly once and must have been delivered. `--seed` makes the kill times
 * repeatable. The kernel survives, so this tests the order of writes, but not syncs.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '20' },
      'server-kills': { type: 'string', default: '4' },
      away: { type: 'string', default: '10' },
      seed: seedOption,
    },
  })
  const [kills, serverKills, away, seed] = [values.kills, values['server-kills'], values.away, values.seed].map(
    Number,
  ) as [number, number, number, number]
  process.stdout.write(`${describeMachine()}\nseed ${seed}, ${kills} kills of relays, ${serverKills} of the server\n`)
  const random = createRandom(seed)
  const folder = makeRealFolder()
  // Lets the database server, which runs as another user, reach its data in this folder.
  chmodSync(folder, 0o711)
  const server = await startPostgres(folder)
  const outbox = path.join(folder, 'outbox')
  await needForms()

  const relays = ['one', 'two'].map((name) => createRelay(path.join(folder, name), server.url, outbox))
  const proxy = await startRoundRobin(() => relays.map(({ address }) => address()))
  const ledger: Ledger = { receipts: [], broken: 0, refused: 0, twice: 0 }
  let over = false
  const context = { ledger, random: createRandom(seed + 1), address: async () => proxy.address, isOver: () => over }
  try {
    await Promise.all(relays.map(({ start }) => start()))
    const clients = Promise.all(Array.from({ length: CLIENTS }, () => runDatabaseClient(context)))
    const begin = performance.now()
    for (let ofRelays = kills, ofServer = serverKills; ofRelays + ofServer > 0; ) {
      await Promise.race([pause(random() * MAX_UPTIME), clients])
      if (random() * (ofRelays + ofServer) < ofRelays) {
        ofRelays--
        const relay = relays[Math.floor(random() * relays.length)]
        await relay?.kill()
        // Does not wait until the relay has started, because it may be killed again before it listens.
        void relay?.start()
      } else {
        ofServer--
        await server.kill()
        await pause(random() * MAX_DOWNTIME)
        await server.start()
      }
    }
    const killed = performance.now() - begin
    await Promise.all(relays.map(({ started }) => started()))
    const before = ledger.receipts.length
    await server.stop()
    await pause(away * 1000)
    const accepted = ledger.receipts.length - before
    const spooled = relays.map(({ spool }) => readdirSync(path.join(spool, 'queue')))
    const since = server.readNextTransaction()
    await server.start()
    over = true
    await clients
    const drained = await until(() => relays.every(({ spool }) => readdirSync(path.join(spool, 'queue')).length === 0))
    const outOfOrder = (await Promise.all(spooled.map((ids) => listOutOfOrder(server.query, ids, since)))).flat()
    const delivered = await until(async () => {
      const [row] = await server.query(`SELECT count(*)::int AS left FROM relay.submission WHERE place = 'queue'`)
      return row?.left === 0
    })
    await Promise.all(relays.map(({ stop }) => stop()))
    const { lost, damaged, twice, undelivered, interrupted } = await checkDatabase(server.query, outbox, ledger)
    const counts = {
      'kills of a relay': kills,
      'kills of the server': serverKills,
      'seconds under load': (killed / 1000).toFixed(0),
      acknowledged: ledger.receipts.length,
      'of them with a file': ledger.receipts.filter(({ sha256 }) => sha256).length,
      'requests interrupted': ledger.broken,
      'answered 5xx': ledger.refused,
      'retries with another id': ledger.twice,
      lost: lost.length,
      damaged: damaged.length,
      'keys stored twice': twice.length,
      'not delivered': undelivered.length,
      'sent again after a kill': interrupted,
      'accepted during the outage': accepted,
      'spooled during the outage': spooled.flat().length,
      'seconds until stored': drained,
      'stored out of order': outOfOrder.length,
      'seconds until delivered': delivered,
      seed,
    }
    for (const [name, count] of Object.entries(counts)) process.stdout.write(`${name.padEnd(28)}${count}\n`)
    const bad = [...lost, ...damaged, ...twice, ...undelivered, ...outOfOrder]
    if (bad.length > 0) {
      process.exitCode = 1
      process.stdout.write(`examples: ${bad.slice(0, 5).join(', ')}\n`)
    }
  } finally {
    over = true
    await Promise.all(relays.map(({ kill }) => kill()))
    proxy.close()
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates a relay that can be killed and restarted on the same spool. */
function createRelay(folder: string, url: string, outbox: string) {
  let child: ReturnType<typeof spawnRelay> | undefined
  let running: Promise<Awaited<ReturnType<ReturnType<typeof spawnRelay>['started']>> | undefined>
  let address: string | undefined
  return {
    spool: path.join(folder, 'spool'),
    address: () => address,
    started: async () => void (await running),
    async start(): Promise<void> {
      const spawned = spawnRelay(folder, { RELAY_STORE: url, RELAY_OUTBOX: outbox })
      child = spawned
      running = spawned.started().catch(() => undefined)
      const ready = await running
      if (child === spawned) address = ready?.address
    },
    async kill(): Promise<void> {
      address = undefined
      await child?.kill()
      child = undefined
    },
    async stop(): Promise<void> {
      await (await running)?.stop()
      child = undefined
    },
  }
}

/** Waits until a condition is met. @returns how long that took, in seconds */
async function until(isMet: () => Promise<boolean> | boolean): Promise<string> {
  const begin = performance.now()
  while (!(await isMet())) {
    if (performance.now() - begin > BOUND) return 'timed out'
    await pause(100)
  }
  return ((performance.now() - begin) / 1000).toFixed(1)
}
