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
/** Longest time under load before something is killed, in milliseconds. */
const LIFE = 2000
/** Longest time that a killed server stays away, in milliseconds. */
const DOWN = 1500
/** Milliseconds that the backlog may take at the end. */
const BOUND = 900_000

/**
 * Two relays on one PostgreSQL behind a proxy that takes turns, under load: kill -9 of either relay and of the server,
 * again and again, then the server away for a while. Everything that was acknowledged must then be in the database
 * once, and delivered. `--seed` repeats the moments. The kernel lives on: this proves the order of what is written,
 * not the syncs.
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
  // The server is another user.
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
      await Promise.race([pause(random() * LIFE), clients])
      if (random() * (ofRelays + ofServer) < ofRelays) {
        ofRelays--
        const relay = relays[Math.floor(random() * relays.length)]
        await relay?.kill()
        // It may be killed again before it listens.
        void relay?.start()
      } else {
        ofServer--
        await server.kill()
        await pause(random() * DOWN)
        await server.start()
      }
    }
    const killed = performance.now() - begin
    await Promise.all(relays.map(({ started }) => started()))
    const before = ledger.receipts.length
    await server.stop()
    await pause(away * 1000)
    const taken = ledger.receipts.length - before
    const waiting = relays.map(({ spool }) => readdirSync(path.join(spool, 'queue')))
    await server.start()
    over = true
    await clients
    const drained = await settle(() => relays.every(({ spool }) => readdirSync(path.join(spool, 'queue')).length === 0))
    const outOfOrder = (await Promise.all(waiting.map((ids) => listOutOfOrder(server.query, ids)))).flat()
    const delivered = await settle(async () => {
      const [row] = await server.query(`SELECT count(*)::int AS left FROM relay.submission WHERE place = 'queue'`)
      return row?.left === 0
    })
    await Promise.all(relays.map(({ stop }) => stop()))
    const { lost, damaged, twice, undelivered, interrupted } = await checkDatabase(server.query, outbox, ledger)
    const counts = {
      'kills of a relay': kills,
      'kills of the server': serverKills,
      'under load, s': (killed / 1000).toFixed(0),
      acknowledged: ledger.receipts.length,
      'of them with a file': ledger.receipts.filter(({ sha256 }) => sha256).length,
      'posts cut off': ledger.broken,
      'answered 5xx': ledger.refused,
      'repeated with another id': ledger.twice,
      lost: lost.length,
      damaged: damaged.length,
      'keys that count twice': twice.length,
      'not delivered': undelivered.length,
      'sent again after a kill': interrupted,
      [`taken in ${away} s without it`]: taken,
      'waiting in the spools then': waiting.flat().length,
      'stored after s': drained,
      'not in order': outOfOrder.length,
      'delivered after s': delivered,
      seed,
    }
    for (const [name, count] of Object.entries(counts)) process.stdout.write(`${name.padEnd(28)}${count}\n`)
    const bad = [...lost, ...damaged, ...twice, ...undelivered, ...outOfOrder]
    if (bad.length > 0) {
      process.exitCode = 1
      process.stdout.write(`for example ${bad.slice(0, 5).join(', ')}\n`)
    }
  } finally {
    over = true
    await Promise.all(relays.map(({ kill }) => kill()))
    proxy.close()
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One of the relays, which is killed and started again on the same spool. */
function createRelay(folder: string, url: string, outbox: string) {
  let child: ReturnType<typeof spawnRelay> | undefined
  let running: Promise<Awaited<ReturnType<ReturnType<typeof spawnRelay>['started']>> | undefined>
  let address: string | undefined
  return {
    spool: path.join(folder, 'spool'),
    address: () => address,
    started: async () => void (await running),
    async start(): Promise<void> {
      const mine = spawnRelay(folder, { RELAY_STORE: url, RELAY_OUTBOX: outbox })
      child = mine
      running = mine.started().catch(() => undefined)
      const ready = await running
      if (child === mine) address = ready?.address
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

/** Waits until something is so. @returns how long that took, in seconds */
async function settle(isSo: () => Promise<boolean> | boolean): Promise<string> {
  const begin = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begin > BOUND) return 'too long'
    await pause(100)
  }
  return ((performance.now() - begin) / 1000).toFixed(1)
}
