import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { Webhook } from 'standardwebhooks'
import type { Ledger, Reception } from './ledger.ts'

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Part of the deliveries that is refused, cut off when all of it was there, or answered late; in milliseconds at most. */
const BAD = { refused: 0.015, cut: 0.01, late: 0.02 }
const LATE = 800
/** Faults that one delivery meets at most, because the pauses get long. */
const MOST_FAULTS = 2
/** Part of the files that is fetched by its link; tries, and milliseconds between them, while the relay is down. */
const FETCHED = 0.25
const FETCHES = 100
const PAUSE = 200

interface WebhookRecord {
  id: string
  values: Record<string, unknown>
  attachments: { sha256: string; url: string }[]
}

/** A mail server and a webhook that are no better than others, and tell the ledger what they took. */
export async function startReceivers(ledger: Ledger, random: () => number) {
  const counts = { 'refused by the receivers': 0, 'files fetched by their link': 0 }
  const faults = new Map<string, number>()
  let behaves = false

  async function receive(came: Omit<Reception, 'answered'>, answer: Record<'take' | 'refuse' | 'cut', () => void>) {
    const name = `${came.target} ${came.id}`
    const met = faults.get(name) ?? 0
    const chance = behaves || met >= MOST_FAULTS ? 1 : random()
    const cut = chance < BAD.refused + BAD.cut
    if (cut) faults.set(name, met + 1)
    if (chance < BAD.refused) {
      counts['refused by the receivers']++
      return answer.refuse()
    }
    ledger.meet('taken')
    if (!cut && chance < BAD.refused + BAD.cut + BAD.late) await pause(random() * LATE)
    answer[cut ? 'cut' : 'take']()
    ledger.receive({ ...came, answered: cut ? undefined : performance.now() })
    if (!cut) ledger.meet('answered')
  }

  /** What is cut off before its end was never here. */
  const readWhole = (source: Readable, take: (raw: Buffer) => Promise<void>): void => {
    const fault = ({ message }: Error) => void ledger.wrong.push(message)
    buffer(source).then(
      (raw) => take(raw).catch(fault),
      () => {},
    )
  }

  const mail = new SMTPServer({
    ...{ disabledCommands: ['STARTTLS', 'AUTH'], disableReverseLookup: true, logger: false },
    onData(stream, session, done) {
      const begin = performance.now()
      readWhole(stream, async (raw) => {
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
      })
    },
  }) as SMTPServer & { connections: Set<{ session: unknown; _socket: { destroy(): void } }> }
  mail.on('error', () => {})

  const signer = new Webhook(SECRET)
  const hook = http.createServer((req, res) => {
    const begin = performance.now()
    readWhole(req, async (raw) => {
      const { id, values, attachments } = signer.verify(raw.toString(), req.headers as never) as WebhookRecord
      if (id !== req.headers['webhook-id']) ledger.wrong.push(`${id} came as another webhook-id`)
      await receive(
        { target: 'webhook', id, begin, content: values, files: attachments.map((one) => one.sha256) },
        {
          take: () => res.writeHead(204).end(),
          refuse: () => res.writeHead(500).end(),
          cut: () => req.socket.destroy(),
        },
      )
      for (const { sha256, url } of attachments) if (random() < FETCHED) await checkFile(id, sha256, url)
    })
  })

  async function checkFile(id: string, expected: string, url: string): Promise<void> {
    const found = await fetchFile(url)
    if (found === expected) counts['files fetched by their link']++
    else if (!ledger.byId.get(id)?.dropped) ledger.wrong.push(`the file of ${id} came as ${found}`)
  }

  const ports = await Promise.all(
    [mail, hook].map(
      (server) =>
        new Promise<number>((resolve) => {
          const { server: inner = server } = server as Partial<SMTPServer>
          server.listen(0, '127.0.0.1', () => resolve(((inner as http.Server).address() as AddressInfo).port))
        }),
    ),
  )
  return {
    ...{ counts, smtp: `smtp://127.0.0.1:${ports[0]}`, webhook: `http://127.0.0.1:${ports[1]}/hook` },
    /** From now on they take everything. */
    behave(): void {
      behaves = true
    },
    close(): void {
      mail.close()
      hook.close().closeAllConnections()
    },
  }
}

/** @returns the checksum of the file, or why there is none; what a kill cuts off is fetched again */
async function fetchFile(url: string): Promise<string> {
  for (let tries = 0; tries < FETCHES; tries++) {
    try {
      const answer = await fetch(url)
      return answer.ok ? sha256(Buffer.from(await answer.arrayBuffer())) : `${answer.status}`
    } catch {
      await pause(PAUSE)
    }
  }
  return 'no answer'
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
