import { type Client, createClient } from '../client.ts'
import { createApplication, createDocument, createLead, type Submission } from '../submission.ts'
import { type Ledger, receiptFor } from './receipts.ts'

export interface ClientContext {
  ledger: Ledger
  random(): number
  /** Waits until the relay is running, and returns its address. */
  address(): Promise<string>
  isOver(): boolean
}

/** Fraction of submissions that include a file, and fraction that are resent after being acknowledged. */
const FILES = 0.05
const REPEATED = 0.02

/**
 * Sends submissions until the run is over. Like the site's pages, retries each with the same key until it is accepted.
 */
export async function runDatabaseClient(context: ClientContext): Promise<void> {
  const { ledger, random } = context
  const client = createClient()
  while (!context.isOver()) {
    const submission =
      random() < FILES ? createApplication(createDocument(1000 + Math.floor(random() * 400_000))) : createLead()
    const id = await postUntilAccepted(context, client, submission)
    ledger.receipts.push(receiptFor(submission, id))
    if (random() < REPEATED && (await postUntilAccepted(context, client, submission)) !== id) ledger.twice++
  }
  client.close()
}

/** Sends a submission repeatedly until the relay accepts it. @returns the submission id */
async function postUntilAccepted(
  { ledger, address }: ClientContext,
  client: Client,
  submission: Submission,
): Promise<string> {
  for (;;) {
    const answer = await client.post(await address(), submission).catch(() => undefined)
    if (!answer) {
      ledger.broken++
      // Waits a moment, because the connection breaks before this process notices that the relay has exited.
      await new Promise((resolve) => setTimeout(resolve, 5))
    } else if (answer.status === 202) return (JSON.parse(answer.text) as { id: string }).id
    else if (answer.status >= 500) ledger.refused++
    else throw new Error(`status ${answer.status}: ${answer.text}`)
  }
}
