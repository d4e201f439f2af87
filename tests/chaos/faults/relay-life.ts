import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type Relay, startRelay } from '../../../relay/commands/start.ts'
import { readConfig } from '../../../relay/config.ts'
import { loadForms } from '../../../relay/intake/form-book.ts'
import { createLog } from '../../../relay/monitoring/log.ts'
import { askRelay, type SpoolRequest } from '../../../relay/spool/relay-socket.ts'
import type { SubmissionRecord } from '../../../relay/targets/record.ts'
import { TRANSPORT } from '../../../src/forms/fields.ts'
import { createFakeClock, type FakeClock } from '../../relay/fake-clock.ts'
import { createClient } from '../client.ts'
import { createLead, type Submission } from '../submission.ts'
import { NOT_BY_ITSELF } from './inject.ts'
import type { Sent } from './sent.ts'

/** Days that pass between two sweeps. */
const FEW_DAYS = 6
/**
 * Relay time, in milliseconds, within which things have to happen by themselves. A sweep runs every hour: one fails, the
 * next succeeds, and the relay's other timers may fire between them.
 */
const BOUND = 3 * 60 * 60_000
/** The same on the clock of this machine, for what neither happens nor rests. */
const STUCK = 60_000
/** Looks at a process that has nothing to do any more, after which it is taken to be at its end. */
const RESTED = 100
/** The field that people do not see and programs fill in. */
const { trap: TRAP } = TRANSPORT
/** Times that a visitor or an operator asks for the same. */
const INSISTENCE = 5
/** Relay time, in milliseconds, between two of them. */
const LATER = 1000
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/**
 * A relay in this process, with the parts around it: a stubborn visitor and operator, a receiver of webhooks that says
 * no as often as it is told, and a clock. The clock stands still while anything is under way and leaps to the next
 * timer when nothing is, so that days pass in a moment and nothing depends on the speed of the machine. Own looks at
 * the disk are synchronous, so that the thread that works for the relay does nothing else.
 * @param broken gets every promise that was broken
 * @param onEvent hears of what others than the relay know of: what was asked, done and received
 */
export async function createRelayLife(folder: string, broken: string[], onEvent = (_event: string): void => {}) {
  const clock = createFakeClock()
  const records = new Map<string, SubmissionRecord[]>()
  /** Statuses that the receiver still has to give before it says yes, by the key of the submission. */
  const answers = new Map<string, number[]>()
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const status = [...answers].find(([key]) => body.includes(key))?.[1].shift() ?? 204
    const record = JSON.parse(body) as SubmissionRecord
    onEvent(`${status === 204 ? 'received' : status} ${record.id}`)
    if (status === 204) records.set(record.id, [...(records.get(record.id) ?? []), record])
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const [spool, outbox] = [path.join(folder, 'spool'), path.join(folder, 'outbox')]
  const config = readConfig({
    ...{ RELAY_SPOOL: spool, RELAY_OUTBOX: outbox, RELAY_FORMS: path.join(import.meta.dirname, 'forms.json') },
    ...{ RELAY_BIND: '127.0.0.1:0', RELAY_POSTS_PER_MINUTE: '0', RELAY_FREE_BYTES: '0' },
    ...{ RELAY_TARGETS: 'file webhook', WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` },
    ...{ WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true', RELAY_PUBLIC_URL: 'http://relay.example' },
  })
  const forms = loadForms(config.forms)
  const log = createLog(new Writable({ write: (_chunk, _encoding, done) => done() }), 'silent')
  const sent: Sent[] = []
  const dropped = new Set<string>()
  const counts = { refused: 0 }
  let relay: Relay | undefined

  /** @returns what the relay said when it would not start */
  async function start(): Promise<string | undefined> {
    try {
      relay = await startRelay({ config, forms, log, clock })
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }

  async function stop(): Promise<void> {
    let stopped = false
    const closing = relay?.close().catch((error: Error) => broken.push(`did not stop: ${error.message}`))
    void closing?.finally(() => {
      stopped = true
    })
    // What it waits for by its own clock comes, but no day goes by.
    if (closing) await pass('the end', () => stopped, 100)
    relay = undefined
  }

  async function pass(what: string, condition: () => boolean, leap = BOUND): Promise<void> {
    if (!(await letTimePass(clock, condition, { leap }))) broken.push(`${NOT_BY_ITSELF}: ${what}`)
  }

  /**
   * Sends a post until it is taken. @param refusals statuses that the receiver of webhooks gives it before it says yes
   * @returns its id
   */
  async function post(submission: Submission, refusals: number[] = []): Promise<string> {
    answers.set(submission.key, refusals)
    for (let time = 0; time < INSISTENCE; time++) {
      const client = createClient()
      const { status, text } = await client.post(relay?.address ?? '', submission).finally(client.close)
      const { id, code, status: told } = JSON.parse(text)
      if (status === 202) {
        sent.push({ id, submission, spam: submission.body.includes(TRAP) })
        return id
      }
      if (status < 500 || told !== status || typeof code !== 'string')
        broken.push(`a post was answered ${status} ${text}`)
      counts.refused++
      clock.advance(LATER)
    }
    throw new Error('a post was refused again and again')
  }

  /** Asks as an operator does, until it is done. `isDone` tells whether it is after all, although the answer was no. */
  async function ask(request: SpoolRequest, isDone = () => false): Promise<unknown> {
    const name = 'id' in request ? `${request.do} ${request.id}` : request.do
    const refusals: string[] = []
    onEvent(`ask ${name}`)
    if (request.do === 'drop') dropped.add(request.id)
    while (refusals.length < INSISTENCE) {
      try {
        const answer = await askRelay(spool, request)
        onEvent(`did ${name}`)
        return answer?.result
      } catch (error) {
        refusals.push((error as Error).message)
        if (isDone()) return undefined
        clock.advance(LATER)
      }
    }
    return void broken.push(`${request.do} was refused again and again: ${refusals[0]}, then ${refusals.at(-1)}`)
  }

  const names = (place: string): string[] => {
    try {
      return readdirSync(path.join(spool, place))
    } catch (error) {
      // The relay may be removing it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }
  const listPlace = (place: string): string[] =>
    place === 'done' ? names('done').flatMap((day) => names(path.join('done', day))) : names(place)
  const isIn = (place: string, ...ids: string[]) => ids.every((id) => listPlace(place).includes(id))

  return {
    ...{ clock, spool, outbox, records, sent, dropped, counts, start, stop, pass, post, ask, listPlace, isIn },
    address: () => relay?.address ?? '',
    /** Waits until each is delivered to both targets, and set down as such. */
    delivered: (...ids: string[]) => pass('delivery', () => isIn('done', ...ids)),
    /** Lets days pass, with a sweep every few: a longer leap of the clock is one that the relay does not trust. */
    async passDays(days: number): Promise<void> {
      onEvent('days pass')
      for (let left = days; left > 0; left -= FEW_DAYS) {
        clock.advance(Math.min(left, FEW_DAYS) * 24 * 60 * 60_000)
        const now = clock.now()
        await pass('sweep', () => JSON.parse(readFileSync(path.join(spool, 'clock.json'), 'utf8') || '{}').seen >= now)
      }
    },
    async end(): Promise<void> {
      await stop()
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}

/**
 * Lets time pass until something has happened: whenever nothing is under way in this process, the clock leaps to its next
 * timer, but by no more than `leap` milliseconds.
 * @param atRest operations that this process has open all the time, at most
 * @returns false when it never does
 */
export async function letTimePass(clock: FakeClock, condition: () => boolean, { leap = BOUND, atRest = 0 } = {}) {
  const [from, end] = [clock.now(), performance.now() + STUCK]
  for (let rested = 0; !condition(); await pause(1)) {
    const [next] = clock.pending()
    const underWay = countUnderWay()
    rested = underWay > atRest ? 0 : rested + 1
    atRest = Math.min(atRest, underWay)
    if (performance.now() > end || clock.now() - from > BOUND || (next === undefined && rested > RESTED)) return false
    // What has ended goes on in the turn after.
    if (next === undefined || rested < 3) continue
    clock.advance(Math.min(next, leap))
    rested = 0
  }
  return true
}

/** Returns how many operations this process keeps open permanently: the minimum over a few turns. */
export async function countAtRest(): Promise<number> {
  let fewest = countUnderWay()
  for (let turn = 0; fewest > 0 && turn < 20; turn++) {
    await pause(1)
    fewest = Math.min(fewest, countUnderWay())
  }
  return fewest
}

/** Disk work, connections and turns that are due in this process, as Node calls them. */
function countUnderWay(): number {
  const isWork = (name: string) => /^(?:FSReq|FileHandle|CloseReq|TCPSocket|TCPConnect|Immediate)/.test(name)
  return process.getActiveResourcesInfo().filter(isWork).length
}

/** A lead that a program filled in. */
export function createSpam(): Submission {
  const lead = createLead()
  return { ...lead, body: Buffer.from(JSON.stringify({ ...JSON.parse(lead.body.toString()), [TRAP]: 'Buy' })) }
}

export type RelayLife = Awaited<ReturnType<typeof createRelayLife>>
