import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeRealFolder } from './disk.ts'
import { createRandom } from './random.ts'
import { awaitDelivery, needForms, spawnRelay } from './relay-child.ts'
import { checkSpool, type Ledger } from './soak-check.ts'
import { runSoakClient } from './soak-client.ts'

const CLIENTS = 16
/** Longest time under load before a kill, in milliseconds. */
const LIFE = 1200
/** One start in so many is killed as well, before it listens. */
const EARLY = 5
/** Milliseconds that the backlog may take at the end. */
const BOUND = 600_000

/**
 * kill -9 under load, again and again on one spool; then everything that was acknowledged must be there, once and as
 * it was sent. SOAK_KILLS is how often, SOAK_SEED repeats the moments. The kernel lives on, so this proves the order
 * of what is written and the start, not the syncs.
 */
export async function run(): Promise<void> {
  const kills = Number(process.env.SOAK_KILLS ?? 50)
  const seed = Number(process.env.SOAK_SEED ?? Math.floor(Math.random() * 2 ** 32))
  const random = createRandom(seed)
  const folder = makeRealFolder()
  const ledger: Ledger = { receipts: [], broken: 0, refused: 0, twice: 0 }
  await needForms()
  process.stdout.write(`seed ${seed}, ${kills} kills, spool in ${folder}\n`)

  let relay = spawnRelay(folder)
  let running = await relay.started()
  let address = Promise.resolve(running.address)
  let over = false
  const context = { ledger, random: createRandom(seed + 1), address: () => address, isOver: () => over }
  const clients = Promise.all(Array.from({ length: CLIENTS }, () => runSoakClient(context)))
  let early = 0
  const starts: number[] = []
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await Promise.race([pause(random() * LIFE), clients])
      let tell: (next: Promise<string> | string) => void = () => {}
      address = new Promise((resolve) => {
        tell = resolve
      })
      await relay.kill()
      if (kill % EARLY === 0) {
        relay = spawnRelay(folder)
        await pause(random() * (starts.at(-1) ?? 1000))
        await relay.kill()
        early++
      }
      const begin = performance.now()
      relay = spawnRelay(folder)
      running = await relay.started()
      starts.push(performance.now() - begin)
      tell(running.address)
    }
    await pause(LIFE)
    over = true
    await clients
    const { waiting, took } = await awaitDelivery(path.join(folder, 'spool'), BOUND)
    await running.stop()
    const { lost, damaged, duplicates, undelivered } = await checkSpool(folder, ledger)
    const counts = {
      'kills under load': kills,
      'kills during a start': early,
      acknowledged: ledger.receipts.length,
      'of them with a file': ledger.receipts.filter(({ sha256 }) => sha256).length,
      'posts cut off': ledger.broken,
      'answered 5xx': ledger.refused,
      lost: lost.length,
      damaged: damaged.length,
      duplicates: duplicates.length,
      'not delivered': undelivered.length,
      'backlog at the end': waiting,
      'delivered after s': (took / 1000).toFixed(1),
      'start ms, first and last': `${starts.at(0)?.toFixed(0)} ${starts.at(-1)?.toFixed(0)}`,
      seed,
    }
    for (const [name, count] of Object.entries(counts)) process.stdout.write(`${name.padEnd(26)}${count}\n`)
    const bad = [...lost, ...damaged, ...duplicates, ...undelivered]
    if (bad.length > 0) {
      process.exitCode = 1
      process.stdout.write(`kept for a look: ${folder}, for example ${bad.slice(0, 5).join(', ')}\n`)
    } else rmSync(folder, { recursive: true, force: true })
  } finally {
    over = true
    await relay.kill()
  }
}
