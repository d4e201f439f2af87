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

/** Fractions of deliveries that receivers refuse, cut off after receiving, or answer late. */
const BAD = { refused: 0.015, cut: 0.01, late: 0.02 }
/** Maximum delay of late responses, in milliseconds. */
const MAX_DELAY = 800
/** Maximum number of faults per delivery. With more, deliveries would take too long, because retry delays grow. */
const MAX_FAULTS = 2
/** Fraction of files that the webhook receiver downloads. */
const DOWNLOADED = 0.25
/**
 * Maximum number of attempts to download a file, and milliseconds between them. Attempts fail while the relay is down.
 */
const ATTEMPTS = 100
const PAUSE = 200

interface WebhookRecord {
  id: string
  values: Record<string, unknown>
  attachments: { sha256: string; url: string }[]
}

/** Starts an unreliable mail server and webhook, which record complete deliveries in the ledger. */
export async function startReceivers(ledger: Ledger, random: () => number) {
  const counts = { 'refused by the receivers': 0, 'files downloaded by their link': 0 }
  const faults = new Map<string, number>()
  let isReliable = false

  async function receive(
    reception: Omit<Reception, 'answered'>,
    respond: Record<'accept' | 'refuse' | 'cut', () => void>,
  ) {
    const name = `${reception.target} ${reception.id}`
    const count = faults.get(name) ?? 0
    const chance = isReliable || count >= MAX_FAULTS ? 1 : random()
    const cut = chance < BAD.refused + BAD.cut
    if (cut) faults.set(name, count + 1)
    if (chance < BAD.refused) {
      counts['refused by the receivers']++
      return respond.refuse()
    }
    ledger.notify('received')
    if (!cut && chance < BAD.refused + BAD.cut + BAD.late) await pause(random() * MAX_DELAY)
    respond[cut ? 'cut' : 'accept']()
    ledger.receive({ ...reception, answered: cut ? undefined : performance.now() })
    if (!cut) ledger.notify('answered')
  }

  /** Reads a stream and passes its bytes to `handle`. Ignores incomplete streams. */
  const readAll = (source: Readable, handle: (raw: Buffer) => Promise<void>): void => {
    const fault = ({ message }: Error) => void ledger.wrong.push(message)
    buffer(source).then(
      (raw) => handle(raw).catch(fault),
      () => {},
    )
  }

  const mail = new SMTPServer({
    ...{ disabledCommands: ['STARTTLS', 'AUTH'], disableReverseLookup: true, logger: false },
    onData(stream, session, done) {
      const begin = performance.now()
      readAll(stream, async (raw) => {
        const { messageId, text = '', attachments } = await PostalMime.parse(raw)
        const [, id = ''] = /^<([^@]+)@/.exec(messageId ?? '') ?? []
        const files = attachments.map(({ content }) => sha256(Buffer.from(content as ArrayBuffer)))
        await receive(
          { target: 'smtp', id, begin, content: text, files },
          {
            accept: () => done(),
            refuse: () => done(Object.assign(new Error('4.3.0 try again'), { responseCode: 451 })),
            cut: () => [...mail.connections].find((connection) => connection.session === session)?._socket.destroy(),
          },
        )
      })
    },
  }) as SMTPServer & { connections: Set<{ session: unknown; _socket: { destroy(): void } }> }
  mail.on('error', () => {})

  const signer = new Webhook(SECRET)
  const hook = http.createServer((req, res) => {
    const begin = performance.now()
    readAll(req, async (raw) => {
      const { id, values, attachments } = signer.verify(raw.toString(), req.headers as never) as WebhookRecord
      if (id !== req.headers['webhook-id']) ledger.wrong.push(`${id} has a different webhook-id`)
      await receive(
        { target: 'webhook', id, begin, content: values, files: attachments.map(({ sha256 }) => sha256) },
        {
          accept: () => res.writeHead(204).end(),
          refuse: () => res.writeHead(500).end(),
          cut: () => req.socket.destroy(),
        },
      )
      for (const { sha256, url } of attachments) if (random() < DOWNLOADED) await checkFile(id, sha256, url)
    })
  })

  async function checkFile(id: string, expected: string, url: string): Promise<void> {
    const found = await downloadFile(url)
    if (found === expected) counts['files downloaded by their link']++
    else if (!ledger.byId.get(id)?.dropped) ledger.wrong.push(`the file of ${id} is ${found} instead of ${expected}`)
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
    /** Makes both receivers accept everything from now on. */
    becomeReliable(): void {
      isReliable = true
    },
    close(): void {
      mail.close()
      hook.close().closeAllConnections()
    },
  }
}

/** Downloads a file, and retries while the relay is down. @returns its checksum, or an error */
async function downloadFile(url: string): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      const answer = await fetch(url)
      return answer.ok ? sha256(Buffer.from(await answer.arrayBuffer())) : `${answer.status}`
    } catch {
      await pause(PAUSE)
    }
  }
  return 'unavailable'
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
