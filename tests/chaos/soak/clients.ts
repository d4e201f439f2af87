import { setTimeout as pause } from 'node:timers/promises'
import { TRANSPORT_FIELDS } from '../../../src/forms/fields.ts'
import { type Client, createClient } from '../client.ts'
import { createApplication, createDocument, createLead, type Submission } from '../submission.ts'
import type { Ledger, Sent } from './ledger.ts'

const CLIENTS = 16
/** Fractions of submissions that have a file, that look like spam, and that are resent after being acknowledged. */
const FILES = 0.05
const SPAM = 0.003
const REPEATED = 0.02
/** Clients pause while more than this many submissions are pending. */
const MAX_BACKLOG = 1000
/** Milliseconds before a retry. */
const PAUSE = 100

interface ClientOptions {
  /** Host and port. */
  address: string
  ledger: Ledger
  random(): number
  /** Called for each submission that looks like spam. */
  onHeld(id: string): void
  isOver(): boolean
}

/**
 * Sends submissions until the run is over. Like the site's pages, retries each with the same key until it is accepted.
 */
export function runClients({ address, ledger, random, onHeld, isOver }: ClientOptions) {
  const counts = { 'requests interrupted': 0, 'answered 409 or 5xx': 0 }

  async function postUntilAccepted(client: Client, sent: Sent, submission: Submission): Promise<void> {
    for (;;) {
      const answer = await client.post(`http://${address}`, submission).catch(() => undefined)
      if (answer?.status === 202) ledger.acknowledge(sent, (JSON.parse(answer.text) as { id: string }).id)
      if (answer?.status === 202) return
      if (answer && answer.status !== 409 && answer.status < 500)
        throw new Error(`status ${answer.status}: ${answer.text}`)
      counts[answer ? 'answered 409 or 5xx' : 'requests interrupted']++
      await pause(PAUSE)
    }
  }

  async function runOne(): Promise<void> {
    const client = createClient()
    while (!isOver()) {
      if (ledger.open > MAX_BACKLOG) {
        await pause(PAUSE)
        continue
      }
      const isSpam = random() < SPAM
      const submission = isSpam
        ? toSpam(createLead())
        : random() < FILES
          ? createApplication(createDocument(1000 + Math.floor(random() * 200_000)))
          : createLead()
      const sent = ledger.add(submission)
      await postUntilAccepted(client, sent, submission)
      if (random() < REPEATED) await postUntilAccepted(client, sent, submission)
      sent.busy = isSpam
      if (isSpam) onHeld(sent.id as string)
    }
    client.close()
  }
  return { counts, ended: Promise.all(Array.from({ length: CLIENTS }, runOne)) }
}

function toSpam(lead: Submission): Submission {
  return {
    ...lead,
    body: Buffer.from(JSON.stringify({ ...JSON.parse(lead.body.toString()), [TRANSPORT_FIELDS.trap]: 'x' })),
  }
}
