import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { EntrySummary } from '../../../relay/commands/describe.ts'
import type { Ledger, Sent } from './ledger.ts'

/** Maximum pause between an operator's actions, in milliseconds. */
const PAUSE = 15_000
/** Milliseconds between checks of the backlog. */
const INTERVAL = 2000
/** Operators immediately retry deliveries that are scheduled more than this many milliseconds ahead. */
const MAX_DELAY = 10_000
/** Maximum number of attempts per command. An attempt may fail because the relay is killed. */
const ATTEMPTS = 50

/** Runs a program and waits for it to exit. */
export function runProgram(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  return new Promise<{ code: number | null; text: string }>((resolve) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 28 }
    const child = execFile(program, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, text: stdout || stderr }),
    )
  })
}

/** Simulates operators of a relay that is killed repeatedly. */
export function createOperators(program: string, env: NodeJS.ProcessEnv, ledger: Ledger, random: () => number) {
  const held: string[] = []
  const counts = { 'spam released': 0, 'retried by operators': 0, dropped: 0 }
  const relay = (...args: string[]) => runProgram(process.execPath, [program, ...args], env)

  /** Runs a command until it succeeds. @param done matches the error reported if an earlier attempt took effect */
  async function runUntilDone(command: string, id: string, done: RegExp): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { code, text } = await relay(command, id)
      if (code === 0 || done.test(text)) return
      await pause(INTERVAL / 20)
    }
    ledger.wrong.push(`relay ${command} ${id} failed ${ATTEMPTS} times`)
  }
  async function release(sent: Sent): Promise<void> {
    await runUntilDone('release', sent.id as string, /only submissions in spam/)
    sent.busy = false
    counts['spam released']++
  }
  async function retry(sent: Sent): Promise<void> {
    sent.retried.push(performance.now())
    const { code } = await relay('retry', sent.id as string)
    if (code === 0) counts['retried by operators']++
  }
  async function drop(sent: Sent): Promise<void> {
    await runUntilDone('drop', sent.id as string, /There is no submission/)
    ledger.drop(sent)
    counts.dropped++
  }
  async function list(): Promise<EntrySummary[]> {
    const { code, text } = await relay('list', '--json')
    return code === 0 ? JSON.parse(text) : []
  }
  /** Retries dead letters, and deliveries that are scheduled too far ahead. */
  async function retryStalled(listed: readonly EntrySummary[]): Promise<void> {
    for (const { id, deliveries } of listed) {
      const isStalled = deliveries.some(({ status, nextAt }) => status === 'dead' || nextAt > Date.now() + MAX_DELAY)
      const sent = ledger.byId.get(id)
      if (isStalled && sent) await retry(sent)
    }
  }

  return {
    counts,
    /** Records a submission that is held as spam. */
    hold: (id: string) => void held.push(id),
    /** Performs random actions until the run is over, and then releases the remaining spam. */
    async work(isOver: () => boolean): Promise<void> {
      while (!isOver() || held.length > 0) {
        if (!isOver()) await pause(random() * PAUSE)
        const id = held.shift()
        const chance = random()
        // Prefers recent submissions.
        const sent = ledger.acknowledged.at(-1 - Math.floor(random() ** 3 * ledger.acknowledged.length))
        if (id !== undefined) await release(ledger.byId.get(id) as Sent)
        else if (chance < 0.1) await retryStalled(await list())
        else if (chance < 0.6 && sent) await retry(sent)
        else if (sent && !sent.busy && !sent.dropped) await drop(sent)
      }
    },
    /** Retries stalled deliveries until nothing is pending. */
    async drain(): Promise<void> {
      for (let open = await list(); open.length > 0; open = await list()) {
        await retryStalled(open)
        await pause(INTERVAL)
      }
    },
    /** Checks that the store is intact and nothing is pending. The relay must not be running. */
    async checkEnd(): Promise<void> {
      for (const command of ['list', 'verify']) {
        const { code, text } = await relay(command, '--json')
        if (code !== 0 || (command === 'list' && text.trim() !== '[]')) ledger.wrong.push(`relay ${command}: ${text}`)
      }
    },
  }
}
