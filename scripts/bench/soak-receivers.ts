import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { Webhook } from 'standardwebhooks'
import { createRandom } from './random.ts'
import type { Ledger } from './soak-ledger.ts'

/** Told to the receivers: which process to kill at which delivery from now, or to make no faults any more. */
type Order = { do: 'behave' } | { do: 'kill'; pid: number; at: 'taken' | 'answered'; count: number; delay: number }
type Kill = Omit<Order & { do: 'kill' }, 'do'>

/** A submission that came whole. Times are of `machineTime`. */
export interface Reception {
  target: 'smtp' | 'webhook'
  id: string
  begin: number
  /** When the sender was told that it is taken; undefined when the receiver cut it off before. */
  answered: number | undefined
  /** What was typed: the text of the mail, or the values of the record. */
  content: string | Record<string, unknown>
  /** Checksums of the files, as they came or were said to be. */
  files: string[]
}

/** Told by the receivers. */
type Report =
  | { kind: 'ready'; smtp: string; webhook: string }
  | { kind: 'received'; reception: Reception }
  | { kind: 'killed'; at: number }
  | { kind: 'refused' }
  | { kind: 'fetched'; id: string; sha256: string }
  | { kind: 'fault'; detail: string }

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Milliseconds that are the same in all processes of this machine. */
export function machineTime(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000
}

/** Part of the deliveries that is refused, cut off when all of it was there, or answered late. */
const BAD = { refused: 0.015, cut: 0.01, late: 0.02 }
/** Faults that one delivery meets at most, because the pauses get long. */
const MOST_FAULTS = 2
/** Longest pause before a late answer, in milliseconds. */
const LATE = 800
/** One file in so many is fetched by its link; tries, and milliseconds between them, while the relay is down. */
const FETCHED = 4
const FETCHES = 100
const FETCH_PAUSE = 200

/** A mail server and a webhook in a process of their own, which tell the ledger what they took. */
export async function startReceivers(seed: number, ledger: Ledger) {
  const child = fork(import.meta.filename, [String(seed)])
  const counts = { 'refused by the receivers': 0, 'files fetched by their link': 0 }
  let killed = (_at: number): void => {}
  let killedAt: number | undefined
  const ready = await new Promise<Report & { kind: 'ready' }>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the receivers ended with ${code}`)))
    child.on('message', (report: Report) => {
      if (report.kind === 'ready') resolve(report)
      else if (report.kind === 'received') ledger.receive(report.reception)
      else if (report.kind === 'killed') killed(report.at)
      else if (report.kind === 'refused') counts['refused by the receivers']++
      else if (report.kind === 'fault') ledger.wrong.push(report.detail)
      else {
        counts['files fetched by their link']++
        const sent = ledger.byId.get(report.id)
        if (!sent?.dropped && sent?.sha256 !== report.sha256)
          ledger.wrong.push(`the file of ${report.id} came as ${report.sha256}`)
      }
    })
  })
  const tell = (order: Order): void => void child.send(order)
  return {
    ...{ smtp: ready.smtp, webhook: ready.webhook, counts },
    behave: () => tell({ do: 'behave' }),
    /** Resolves when it is done. */
    kill(order: Kill): Promise<void> {
      tell({ do: 'kill', ...order })
      return new Promise((resolve) => {
        killed = (at) => {
          killedAt = at
          resolve()
        }
      })
    },
    /** When the last kill was, if it was one of theirs. */
    killedAt(): number | undefined {
      const at = killedAt
      killedAt = undefined
      return at
    },
    close: () => void child.kill(),
  }
}

/** A mail server and a webhook that tell the process that started them what they took. */
function runReceivers(seed: number): void {
  const random = createRandom(seed)
  const faults = new Map<string, number>()
  let misbehaving = true
  let aim: Kill | undefined
  const tell = (report: Report): void => void process.send?.(report)

  process.on('message', (order: Order) => {
    if (order.do === 'kill') aim = order
    else misbehaving = false
  })
  process.on('disconnect', () => process.exit())

  /** Kills the relay when this is the delivery that is waited for. */
  async function pass(moment: 'taken' | 'answered'): Promise<void> {
    if (aim?.at !== moment || --aim.count > 0) return
    const { pid, delay } = aim
    aim = undefined
    if (delay > 0) await pause(delay)
    process.kill(pid, 'SIGKILL')
    tell({ kind: 'killed', at: machineTime() })
  }

  /** Takes a delivery, or not. The answers get it out to the other side. */
  async function receive(
    what: Omit<Reception, 'answered'>,
    answers: { take(): void; refuse(): void; cut(): void },
  ): Promise<void> {
    const name = `${what.target} ${what.id}`
    const met = faults.get(name) ?? 0
    const chance = misbehaving && met < MOST_FAULTS ? random() : 1
    if (chance < BAD.refused + BAD.cut) faults.set(name, met + 1)
    if (chance < BAD.refused) {
      tell({ kind: 'refused' })
      return answers.refuse()
    }
    void pass('taken')
    const cut = chance < BAD.refused + BAD.cut
    if (!cut && chance < BAD.refused + BAD.cut + BAD.late) await pause(random() * LATE)
    cut ? answers.cut() : answers.take()
    tell({ kind: 'received', reception: { ...what, answered: cut ? undefined : machineTime() } })
    if (!cut) void pass('answered')
  }

  const mail = new SMTPServer({
    ...{ disabledCommands: ['STARTTLS', 'AUTH'], disableReverseLookup: true, logger: false },
    onData(stream, session, done) {
      const begin = machineTime()
      const take = async (raw: Buffer): Promise<void> => {
        const { messageId, text = '', attachments } = await PostalMime.parse(raw)
        const [, id = ''] = /^<([^@]+)@/.exec(messageId ?? '') ?? []
        const files = attachments.map(({ content }) => sha256(Buffer.from(content as ArrayBuffer)))
        await receive(
          { target: 'smtp', id, begin, content: text, files },
          {
            take: () => done(),
            refuse: () => done(Object.assign(new Error('4.3.0 try again'), { responseCode: 451 })),
            cut: () => [...mail.connections].find((one) => one.session === session)?._socket.destroy(),
          },
        )
      }
      // What ends before its last dot was never here.
      buffer(stream).then(take, () => {})
    },
  }) as SMTPServer & { connections: Set<{ session: unknown; _socket: { destroy(): void } }> }
  mail.on('error', () => {})

  const signer = new Webhook(SECRET)
  const hook = http.createServer((req, res) => {
    const begin = machineTime()
    const take = async (raw: Buffer): Promise<void> => {
      const { id, values, attachments } = signer.verify(raw.toString(), req.headers as never) as {
        id: string
        values: Record<string, unknown>
        attachments: { sha256: string; url: string }[]
      }
      if (id !== req.headers['webhook-id']) tell({ kind: 'fault', detail: `${id} came as another webhook-id` })
      await receive(
        { target: 'webhook', id, begin, content: values, files: attachments.map((one) => one.sha256) },
        {
          take: () => res.writeHead(204).end(),
          refuse: () => res.writeHead(500).end(),
          cut: () => req.socket.destroy(),
        },
      )
      for (const { url } of attachments)
        if (random() * FETCHED < 1) tell({ kind: 'fetched', id, sha256: await fetchFile(url) })
    }
    const fault = ({ message }: Error) => tell({ kind: 'fault', detail: `webhook: ${message}` })
    buffer(req).then(
      (raw) => take(raw).catch(fault),
      () => {},
    )
  })

  mail.listen(0, '127.0.0.1', () =>
    hook.listen(0, '127.0.0.1', () => {
      const [smtp, webhook] = [mail.server, hook].map((one) => (one.address() as AddressInfo).port)
      tell({ kind: 'ready', smtp: `smtp://127.0.0.1:${smtp}`, webhook: `http://127.0.0.1:${webhook}/hook` })
    }),
  )
}

/** @returns the checksum of the file, or why there is none; what a kill cuts off is fetched again */
async function fetchFile(url: string): Promise<string> {
  for (let tries = 0; tries < FETCHES; tries++) {
    try {
      const answer = await fetch(url)
      return answer.ok ? sha256(Buffer.from(await answer.arrayBuffer())) : `${answer.status}`
    } catch {
      await pause(FETCH_PAUSE)
    }
  }
  return 'no answer'
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

if (process.argv[1] === import.meta.filename) runReceivers(Number(process.argv[2]))
