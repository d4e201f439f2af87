import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '../../random.ts'
import type { Child, spawnChild } from '../child.ts'
import { describeMachine } from '../machine.ts'
import { buildRelay, spawnRelay } from '../relay-child.ts'
import { seedOption } from '../seed-option.ts'
import { runClients } from './clients.ts'
import { createLedger, type Moment } from './ledger.ts'
import { createOperators } from './operators.ts'
import { SECRET, startReceivers } from './receivers.ts'
import { createSpoolKeeper } from './spool.ts'

/** Milliseconds without progress after which the run fails. */
const STUCK = 180_000
/** Milliseconds between progress reports. */
const INTERVAL = 10_000

/**
 * Kills the relay repeatedly with SIGKILL, under load and during delivery, while operators, sweeps and backups work on
 * the same store. Afterwards, every acknowledged submission must have arrived intact at the mail server and the
 * webhook, and every duplicate must have a known cause. `--seed` repeats the plan, but not the exact times. The kernel
 * survives, so this tests the order of writes and recovery at startup, but not fsync.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '200' },
      posts: { type: 'string', default: '50000' },
      /** Maximum number of minutes for submissions and kills, before the final checks. */
      minutes: { type: 'string', default: '60' },
      seed: seedOption,
      /** The relay's `RELAY_STORE`. The default is a spool. Only a spool is backdated and backed up. */
      store: { type: 'string' },
    },
  })
  const [kills, posts, seed] = [values.kills, values.posts, values.seed].map(Number) as [number, number, number]
  // The folder may be in memory, because fsync is not tested.
  const folder = mkdtempSync(path.join(tmpdir(), 'soak-'))
  process.stdout.write(`${describeMachine()}\nseed ${seed}, ${kills} kills, ${posts} submissions, all in ${folder}\n`)
  const program = await buildRelay(path.join(folder, 'built'))
  const start = performance.now()
  const random = createRandom(seed)
  const ledger = createLedger()
  const receivers = await startReceivers(ledger, createRandom(seed + 2))
  // Uses a port below the system's ephemeral port range.
  const address = `127.0.0.1:${10_000 + (process.pid % 20_000)}`
  const env = {
    ...{ RELAY_BIND: address, RELAY_PUBLIC_URL: `http://${address}`, RELAY_TARGETS: 'smtp webhook' },
    ...{ SMTP_URL: receivers.smtp, SMTP_FROM: 'Site <site@northshelf.example>', MAIL_TO: 'sales@northshelf.example' },
    ...{ WEBHOOK_URL: receivers.webhook, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' },
    ...(values.store === undefined ? {} : { RELAY_STORE: values.store }),
  }
  const spool = path.join(folder, 'spool')
  const operators = createOperators(program, { ...env, RELAY_SPOOL: spool }, ledger, createRandom(seed + 1))
  const keeper = values.store === undefined ? createSpoolKeeper(spool, ledger) : undefined
  const relay = createRelay(() => spawnRelay(folder, env, program))
  const killed: number[] = []
  const kill = (): Promise<void> => {
    killed.push(performance.now())
    return relay.kill()
  }
  let over = false
  const seconds = (): string => ((performance.now() - start) / 1000).toFixed(0)
  const { stuck, stop } = watchProgress(() => {
    const { acknowledged, open, wrong } = ledger
    return `${killed.length} kills, ${acknowledged.length} acknowledged, ${open} to deliver, ${wrong.length} wrong`
  }, seconds)

  try {
    let running = await relay.start()
    const clients = runClients({ address, ledger, random, onHeld: operators.hold, isOver: () => over })
    const all = Promise.all([clients.ended, operators.work(() => over)])
    const orFail = (wait: Promise<unknown>) => Promise.race([wait, stuck, all])
    let duringStart = 0
    const isLate = (): boolean => performance.now() - start > Number(values.minutes) * 60_000
    while (killed.length < kills && !isLate()) {
      // Spreads the remaining submissions randomly over the remaining kills.
      const count = 1 + Math.floor((random() * 2.4 * (posts - ledger.acknowledged.length)) / (kills - killed.length))
      const chance = random()
      if (chance < 0.15) await orFail(pause(random() * 1000).then(kill))
      else {
        const moment: Moment = chance < 0.5 ? 'acknowledged' : chance < 0.75 ? 'received' : 'answered'
        // Kills the relay within 10 ms of the response, while it may still be recording the response.
        const act = () => (moment === 'answered' ? pause(random() * 10).then(kill) : kill())
        const times = moment === 'acknowledged' ? count : 2 * count
        await orFail(new Promise<void>((resolve) => ledger.at(moment, times, () => resolve(act()))))
      }
      await keeper?.age()
      while (random() < 0.15 && killed.length < kills) {
        relay.begin()
        await pause(random() * relay.latest())
        await kill()
        duringStart++
      }
      running = await relay.start()
      keeper?.backUp(killed.length / kills)
    }
    while (ledger.acknowledged.length < posts && !isLate()) await orFail(pause(INTERVAL / 10))
    over = true
    await Promise.race([all, stuck])
    process.stdout.write(`${seconds().padStart(6)} s  delivering the remaining submissions\n`)
    receivers.becomeReliable()
    await Promise.race([operators.drain(), stuck])
    await running.stop()
    await operators.checkEnd()
    const duplicates = ledger.explainDuplicates(killed)
    for (const { id } of ledger.listOpen()) ledger.wrong.push(`${id} is lost`)
    await keeper?.check((restored) => spawnRelay(restored, env, program))
    const rows = {
      ...{
        kills: killed.length,
        'of them during a start': duringStart,
        acknowledged: ledger.acknowledged.length,
        'of them with a file': ledger.acknowledged.filter(({ sha256 }) => sha256).length,
        ...clients.counts,
        ...operators.counts,
      },
      ...{ ...keeper?.counts, ...receivers.counts, lost: ledger.listOpen().length, ...duplicates },
      ...{
        'slowest start ms': relay.slowest().toFixed(0),
        seconds: seconds(),
        seed,
        'promises broken': ledger.wrong.length,
      },
    }
    for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(50)}${value}\n`)
  } catch (error) {
    ledger.wrong.push((error as Error).message)
  } finally {
    over = true
    stop()
    receivers.close()
    await relay.kill()
  }
  if (ledger.wrong.length === 0) return rmSync(folder, { recursive: true, force: true })
  process.exitCode = 1
  for (const fault of ledger.wrong.slice(0, 10)) process.stdout.write(`✗ ${fault}\n`)
  process.stdout.write(`files kept in ${folder}\n`)
}

/** Creates a relay that can be killed and restarted. */
function createRelay(spawn: () => ReturnType<typeof spawnChild>) {
  let child: ReturnType<typeof spawnChild> | undefined
  let [slowest, latest] = [0, 0]
  return {
    /** Returns how long the latest start took, in milliseconds. */
    latest: () => latest,
    slowest: () => slowest,
    kill: async () => child?.kill(),
    /** Starts the relay without waiting until it is ready. */
    begin(): void {
      child = spawn()
      child.started().catch(() => {})
    },
    /** Starts the relay, with retries, because an operator's command may be using the store. */
    async start(): Promise<Child> {
      for (;;) {
        const begin = performance.now()
        child = spawn()
        const running = await child.started().catch(({ message }: Error) => {
          if (!message.endsWith('exited with 3')) throw new Error(message)
        })
        if (!running) continue
        latest = performance.now() - begin
        slowest = Math.max(slowest, latest)
        return running
      }
    },
  }
}

/** Prints progress regularly. The promise `stuck` rejects after STUCK milliseconds without progress. */
function watchProgress(progress: () => string, seconds: () => string) {
  let [last, since] = ['', performance.now()]
  let fail = (_error: Error): void => {}
  const stuck = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  stuck.catch(() => {})
  const timer = setInterval(() => {
    const now = progress()
    process.stdout.write(`${seconds().padStart(6)} s  ${now}\n`)
    if (now !== last) [last, since] = [now, performance.now()]
    if (performance.now() - since > STUCK) fail(new Error(`no progress for ${STUCK / 1000} s: ${now}`))
  }, INTERVAL)
  return { stuck, stop: () => clearInterval(timer) }
}
