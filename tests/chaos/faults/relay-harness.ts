import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type Relay, startRelay } from '../../../relay/commands/start.ts'
import { readConfig } from '../../../relay/config.ts'
import { createLogger } from '../../../relay/monitoring/log.ts'
import { loadSiteForms } from '../../../relay/site-forms.ts'
import { type SpoolRequest, sendRelayRequest } from '../../../relay/spool/relay-socket.ts'
import type { SubmissionRecord } from '../../../relay/targets/record.ts'
import { TRANSPORT_FIELDS } from '../../../src/forms/fields.ts'
import { createFakeClock, type FakeClock } from '../../relay/fake-clock.ts'
import { createClient } from '../client.ts'
import { createLead, type Submission } from '../submission.ts'
import { TIMED_OUT } from './inject.ts'
import type { Sent } from './sent.ts'

/** Days between sweeps. */
const FEW_DAYS = 6
/**
 * Time limit for events on the relay's clock, in milliseconds. Three hours, because sweeps run hourly, one of them may
 * fail, and the relay's other timers may fire between them.
 */
const BOUND = 3 * 60 * 60_000
/** Time limit on the real clock, in milliseconds, in case the process never becomes idle. */
const STUCK = 60_000
/** Number of consecutive idle turns of the event loop after which nothing more will happen. */
const IDLE_TURNS = 100
/** Hidden field that only bots fill in. */
const { trap: TRAP } = TRANSPORT_FIELDS
/** Maximum number of attempts by a visitor or operator. */
const ATTEMPTS = 5
/** Milliseconds on the relay's clock between attempts. */
const RETRY_DELAY = 1000
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/**
 * Creates a relay in this process, with a visitor and an operator that retry, a webhook receiver that rejects as many
 * deliveries as requested, and a fake clock. The clock stops while operations run and jumps to the next timer when the
 * process is idle, so that days pass in a moment and results do not depend on the machine's speed. The harness reads
 * the disk synchronously, so that the disk thread works only for the relay.
 * @param broken receives descriptions of broken promises
 * @param onEvent receives events outside the relay: requests, confirmations and deliveries
 */
export async function createRelayHarness(folder: string, broken: string[], onEvent = (_event: string): void => {}) {
  const clock = createFakeClock()
  const records = new Map<string, SubmissionRecord[]>()
  /** Error statuses that the receiver will return before it accepts a delivery, by submission key. */
  const pendingErrors = new Map<string, number[]>()
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const status = [...pendingErrors].find(([key]) => body.includes(key))?.[1].shift() ?? 204
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
  const forms = loadSiteForms(config.forms)
  // Only applications have a period of their own, so that sweeps delete both whole days and single entries.
  for (const form of Object.values(forms.forms))
    form.keep = form.endpoint === 'submit-application' ? '20 days' : undefined
  const log = createLogger(new Writable({ write: (_chunk, _encoding, done) => done() }), 'silent')
  const sent: Sent[] = []
  const dropped = new Set<string>()
  const counts = { refused: 0 }
  let relay: Relay | undefined

  /** Starts the relay. @returns the error message if that fails */
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
    // Advances the clock in small steps, because shutdown waits for timers but should take little simulated time.
    if (closing) await pass('stop', () => stopped, 100)
    relay = undefined
  }

  /** Lets time pass until a condition is met. If that takes too long, reports a broken promise. */
  async function pass(name: string, condition: () => boolean, leap = BOUND): Promise<void> {
    if (!(await letTimePass(clock, condition, { leap }))) broken.push(`${TIMED_OUT}: ${name}`)
  }

  /**
   * Sends a submission repeatedly until the relay accepts it.
   * @param errors statuses that the webhook receiver returns before it accepts the submission
   * @returns the submission id
   */
  async function post(submission: Submission, errors: number[] = []): Promise<string> {
    pendingErrors.set(submission.key, errors)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const client = createClient()
      const { status, text } = await client.post(relay?.address ?? '', submission).finally(client.close)
      const { id, code, status: bodyStatus } = JSON.parse(text)
      if (status === 202) {
        sent.push({ id, submission, spam: submission.body.includes(TRAP) })
        return id
      }
      if (status < 500 || bodyStatus !== status || typeof code !== 'string')
        broken.push(`a submission received the response ${status} ${text}`)
      counts.refused++
      clock.advance(RETRY_DELAY)
    }
    throw new Error(`a submission was refused ${ATTEMPTS} times`)
  }

  /** Sends an operator's request until it succeeds. @param isDone reports whether a failed request took effect */
  async function ask(request: SpoolRequest, isDone = () => false): Promise<unknown> {
    const name = 'id' in request ? `${request.do} ${request.id}` : request.do
    const errors: string[] = []
    onEvent(`ask ${name}`)
    if (request.do === 'drop') dropped.add(request.id)
    while (errors.length < ATTEMPTS) {
      try {
        const answer = await sendRelayRequest(spool, request)
        onEvent(`did ${name}`)
        return answer?.result
      } catch (error) {
        errors.push((error as Error).message)
        if (isDone()) return undefined
        clock.advance(RETRY_DELAY)
      }
    }
    return void broken.push(`${request.do} failed ${ATTEMPTS} times: ${errors[0]}, then ${errors.at(-1)}`)
  }

  const names = (place: string): string[] => {
    try {
      return readdirSync(path.join(spool, place))
    } catch (error) {
      // The relay may have removed the file after it was listed.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }
  /** Returns the time of the last sweep; 0 if the relay could not store it yet. */
  const readLastSweep = (): number => {
    const file = path.join(spool, 'clock.json')
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8') || '{}').seen ?? 0) : 0
  }
  const listPlace = (place: string): string[] =>
    place === 'done' ? names('done').flatMap((day) => names(path.join('done', day))) : names(place)
  const isIn = (place: string, ...ids: string[]) => ids.every((id) => listPlace(place).includes(id))

  return {
    ...{ clock, spool, outbox, records, sent, dropped, counts, start, stop, pass, post, ask, listPlace, isIn },
    address: () => relay?.address ?? '',
    /** Waits until each submission is delivered to both targets and moved to `done`. */
    delivered: (...ids: string[]) => pass('delivery', () => isIn('done', ...ids)),
    /** Lets days pass, with a sweep every few days, because the relay does not trust larger clock jumps. */
    async passDays(days: number): Promise<void> {
      onEvent('days pass')
      for (let left = days; left > 0; left -= FEW_DAYS) {
        clock.advance(Math.min(left, FEW_DAYS) * 24 * 60 * 60_000)
        const now = clock.now()
        await pass('sweep', () => readLastSweep() >= now)
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
 * Lets time pass until a condition is met: whenever this process is idle, the clock jumps to the next timer, by at most
 * `leap` milliseconds.
 * @param atRest number of operations that may stay open while this process is idle
 * @returns whether the condition was met in time
 */
export async function letTimePass(clock: FakeClock, condition: () => boolean, { leap = BOUND, atRest = 0 } = {}) {
  const [from, end] = [clock.now(), performance.now() + STUCK]
  for (let idle = 0; !condition(); await pause(1)) {
    const [next] = clock.pending()
    const active = countActive()
    idle = active > atRest ? 0 : idle + 1
    atRest = Math.min(atRest, active)
    if (performance.now() > end || clock.now() - from > BOUND || (next === undefined && idle > IDLE_TURNS)) return false
    // Waits three idle turns of the event loop, because an operation's callbacks run one turn after it finishes.
    if (next === undefined || idle < 3) continue
    clock.advance(Math.min(next, leap))
    idle = 0
  }
  return true
}

/** Returns how many operations stay open while this process is idle: the minimum over a few turns of the event loop. */
export async function countAtRest(): Promise<number> {
  let fewest = countActive()
  for (let turn = 0; fewest > 0 && turn < 20; turn++) {
    await pause(1)
    fewest = Math.min(fewest, countActive())
  }
  return fewest
}

/** Counts this process's active disk operations, connections and `setImmediate` callbacks. */
function countActive(): number {
  const isWork = (name: string) => /^(?:FSReq|FileHandle|CloseReq|TCPSocket|TCPConnect|Immediate)/.test(name)
  return process.getActiveResourcesInfo().filter(isWork).length
}

/** Creates a lead with the hidden field filled in, as a bot would. */
export function createSpam(): Submission {
  const lead = createLead()
  return { ...lead, body: Buffer.from(JSON.stringify({ ...JSON.parse(lead.body.toString()), [TRAP]: 'Buy' })) }
}

export type RelayHarness = Awaited<ReturnType<typeof createRelayHarness>>
