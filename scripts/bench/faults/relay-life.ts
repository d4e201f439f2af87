import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { type Relay, startRelay } from '../../../relay/commands/start.ts'
import { readConfig } from '../../../relay/config.ts'
import { loadForms } from '../../../relay/intake/form-book.ts'
import { createLog } from '../../../relay/monitoring/log.ts'
import { askRelay, type SpoolRequest } from '../../../relay/spool/relay-socket.ts'
import type { SubmissionRecord } from '../../../relay/targets/record.ts'
import { createFakeClock } from '../../../tests/relay/fake-clock.ts'
import { createClient } from '../client.ts'
import { createLead, type Submission } from '../submission.ts'

/** Relay time, in milliseconds, after which something that should happen by itself is waited for in vain. */
const BOUND = 2 * 60 * 60_000
/** The same on the clock of this machine, for what neither happens nor rests. */
const STUCK = 60_000
/** Times that a visitor or an operator asks for the same. */
const INSISTENCE = 5
/** Relay time, in milliseconds, between two of them. */
const LATER = 1000

/** A submission that was acknowledged, and what its sender knows. */
export interface Sent {
  id: string
  submission: Submission
}

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
    if (status === 204) {
      records.set(record.id, [...(records.get(record.id) ?? []), record])
      onEvent(`hook ${record.id}`)
    }
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const [spool, outbox] = [path.join(folder, 'spool'), path.join(folder, 'outbox')]
  const config = readConfig({
    ...{ RELAY_BIND: '127.0.0.1:0', RELAY_SPOOL: spool, RELAY_OUTBOX: outbox },
    ...{
      RELAY_POSTS_PER_MINUTE: '0',
      RELAY_FREE_BYTES: '0',
      RELAY_FORMS: path.join(import.meta.dirname, 'forms.json'),
    },
    ...{ RELAY_TARGETS: 'file webhook', WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` },
    ...{ WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`, WEBHOOK_ALLOW_PRIVATE: 'true' },
    RELAY_PUBLIC_URL: 'http://relay.example',
  })
  const forms = loadForms(config.forms)
  const log = createLog(new Writable({ write: (_chunk, _encoding, done) => done() }), 'silent')
  const sent: Sent[] = []
  const dropped = new Set<string>()
  const counts = { refused: 0, asked: 0 }
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

  /** Lets time pass until something has happened by itself; that it never does is a broken promise. */
  async function pass(what: string, condition: () => boolean, leap = BOUND): Promise<void> {
    const [from, end] = [clock.now(), performance.now() + STUCK]
    for (let rested = 0; !condition(); await pause(1)) {
      if (performance.now() > end || clock.now() - from > BOUND)
        return void broken.push(`did not happen by itself: ${what}`)
      rested = isBusy() ? 0 : rested + 1
      if (rested < 2) continue
      clock.advance(Math.min(clock.pending()[0] ?? leap, leap))
      rested = 0
    }
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
        sent.push({ id, submission })
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
      counts.asked++
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
    const at = path.join(spool, place)
    return existsSync(at) ? readdirSync(at) : []
  }
  const listPlace = (place: string): string[] =>
    place === 'done' ? names('done').flatMap((day) => names(path.join('done', day))) : names(place)
  const isIn = (place: string, ...ids: string[]) => ids.every((id) => listPlace(place).includes(id))

  return {
    ...{ clock, spool, outbox, records, sent, dropped, counts, start, stop, pass, post, ask, listPlace, isIn },
    address: () => relay?.address ?? '',
    /** Waits until each is delivered to both targets, and set down as such. */
    delivered: (...ids: string[]) => pass('delivery', () => isIn('done', ...ids)),
    /** Lets days pass at once. */
    passDays: (days: number) => clock.advance(days * 24 * 60 * 60_000),
    async end(): Promise<void> {
      await stop()
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}

/** What stands open in a process that waits: timers, servers, a channel to another process. */
const AT_REST = ['Timeout', 'TCPServerWrap', 'PipeWrap', 'TTYWrap', 'ProcessWrap']

/** Whether disk work, a connection or the like is under way in this process. */
function isBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => !AT_REST.includes(name))
}

/** A lead that a program filled in. */
export function createSpam(): Submission {
  const lead = createLead()
  return { ...lead, body: Buffer.from(JSON.stringify({ ...JSON.parse(lead.body.toString()), _subject: 'Buy' })) }
}

export type RelayLife = Awaited<ReturnType<typeof createRelayLife>>

/** Why a record, as webhooks and outboxes get it, is not what was sent; undefined when it is. */
export function differenceOf({ id, submission }: Sent, record: Omit<SubmissionRecord, 'type'>): string | undefined {
  if (record.id !== id) return `${record.id} stands for ${id}`
  const odd = Object.entries(submission.values).find(([name, value]) => record.values[name] !== value)
  if (odd) return `the value ${odd[0]} of ${id} is another one`
  const files = record.attachments.map(({ sha256 }) => sha256).join()
  return files === (submission.sha256 ?? '') ? undefined : `the file of ${id} is another one`
}

/** The same of what stands in an outbox for a submission: its record, and its mail with the file. */
export async function outboxDifference(sent: Sent, read: (file: string) => Buffer | undefined) {
  const [json, eml] = [read(`${sent.id}.json`), read(`${sent.id}.eml`)]
  if (!json || !eml) return `${sent.id} is not in the outbox`
  try {
    const difference = differenceOf(sent, JSON.parse(json.toString()))
    if (difference) return difference
  } catch {
    return `${sent.id}.json is cut`
  }
  const { attachments, text = '' } = await PostalMime.parse(eml)
  const hashes = attachments.map(({ content }) =>
    createHash('sha256')
      .update(Buffer.from(content as ArrayBuffer))
      .digest('hex'),
  )
  const whole = text.includes(sent.submission.key) && hashes.join() === (sent.submission.sha256 ?? '')
  return whole ? undefined : `${sent.id}.eml is not what was sent`
}

/** Reads a file of a folder; undefined when there is none. */
export const readerOf = (folder: string) => (file: string) => {
  const at = path.join(folder, file)
  return existsSync(at) ? readFileSync(at) : undefined
}
