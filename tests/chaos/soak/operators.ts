import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { ListedEntry } from '../../../relay/commands/describe.ts'
import type { Ledger, Sent } from './ledger.ts'

/** Longest pause between two things that operators do, in milliseconds. */
const PAUSE = 15_000
/** Milliseconds between two looks at the rest; what waits for longer than the second is tried at once. */
const LOOK = 2000
const PATIENCE = 10_000
/** How often a command is given again whose relay died. */
const TRIES = 50

/** Runs a program to its end. */
export function runProgram(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  return new Promise<{ code: number | null; text: string }>((resolve) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 28 }
    const child = execFile(program, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, text: stdout || stderr }),
    )
  })
}

/** People at the terminal of a relay that is killed all the time. */
export function createOperators(program: string, env: NodeJS.ProcessEnv, ledger: Ledger, random: () => number) {
  const held: string[] = []
  const counts = { 'spam released': 0, 'retried by operators': 0, dropped: 0 }
  const relay = (...args: string[]) => runProgram(process.execPath, [program, ...args], env)

  /** A relay that dies meanwhile leaves it open whether it was done; then it is asked once more. */
  async function insist(command: string, id: string, done: RegExp): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      const { code, text } = await relay(command, id)
      if (code === 0 || done.test(text)) return
      await pause(LOOK / 20)
    }
    ledger.wrong.push(`relay ${command} ${id} never came to its end`)
  }
  async function release(sent: Sent): Promise<void> {
    await insist('release', sent.id as string, /only submissions in spam/)
    sent.busy = false
    counts['spam released']++
  }
  async function retry(sent: Sent): Promise<void> {
    sent.retried.push(performance.now())
    const { code } = await relay('retry', sent.id as string)
    if (code === 0) counts['retried by operators']++
  }
  async function drop(sent: Sent): Promise<void> {
    await insist('drop', sent.id as string, /There is no submission/)
    ledger.drop(sent)
    counts.dropped++
  }
  async function list(): Promise<ListedEntry[]> {
    const { code, text } = await relay('list', '--json')
    return code === 0 ? JSON.parse(text) : []
  }
  /** What does not go on by itself for a while. */
  async function retryStill(listed: readonly ListedEntry[]): Promise<void> {
    for (const { id, deliveries } of listed) {
      const still = deliveries.some(({ status, nextAt }) => status === 'dead' || nextAt > Date.now() + PATIENCE)
      const sent = ledger.byId.get(id)
      if (still && sent) await retry(sent)
    }
  }

  return {
    counts,
    /** There is something in the spam. */
    hold: (id: string) => void held.push(id),
    /** One thing after the other until it is over; then what is left of the spam is released. */
    async work(isOver: () => boolean): Promise<void> {
      while (!isOver() || held.length > 0) {
        if (!isOver()) await pause(random() * PAUSE)
        const id = held.shift()
        const chance = random()
        // Mostly one that has just come.
        const sent = ledger.acknowledged.at(-1 - Math.floor(random() ** 3 * ledger.acknowledged.length))
        if (id !== undefined) await release(ledger.byId.get(id) as Sent)
        else if (chance < 0.1) await retryStill(await list())
        else if (chance < 0.6 && sent) await retry(sent)
        else if (sent && !sent.busy && !sent.dropped) await drop(sent)
      }
    },
    /** Resolves when nothing waits; what would wait for long is tried at once. */
    async help(): Promise<void> {
      for (let open = await list(); open.length > 0; open = await list()) {
        await retryStill(open)
        await pause(LOOK)
      }
    },
    /** With nothing running: what is stored is whole, and nothing of it waits. */
    async checkEnd(): Promise<void> {
      for (const command of ['list', 'verify']) {
        const { code, text } = await relay(command, '--json')
        if (code !== 0 || (command === 'list' && text.trim() !== '[]')) ledger.wrong.push(`relay ${command}: ${text}`)
      }
    },
  }
}
