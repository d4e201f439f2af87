import { type Client, createClient } from '../client.ts'
import { createApplication, createDocument, createLead, type Submission } from '../submission.ts'
import { type Ledger, receiptFor } from './receipts.ts'

export interface ClientContext {
  ledger: Ledger
  random(): number
  /** Waits while the relay is down. */
  address(): Promise<string>
  isOver(): boolean
}

/** Parts of the posts that bring a file, and that are sent once more after they were acknowledged. */
const FILES = 0.05
const AGAIN = 0.02

/** Posts until it is over, like a page that insists: what was not answered is sent again with its key. */
export async function runDatabaseClient(context: ClientContext): Promise<void> {
  const { ledger, random } = context
  const client = createClient()
  while (!context.isOver()) {
    const submission =
      random() < FILES ? createApplication(createDocument(1000 + Math.floor(random() * 400_000))) : createLead()
    const id = await insist(context, client, submission)
    ledger.receipts.push(receiptFor(submission, id))
    if (random() < AGAIN && (await insist(context, client, submission)) !== id) ledger.twice++
  }
  client.close()
}

/** @returns the id that the submission was given */
async function insist({ ledger, address }: ClientContext, client: Client, submission: Submission): Promise<string> {
  for (;;) {
    const at = await address()
    const answer = await client.post(at, submission).catch(() => undefined)
    if (!answer) {
      ledger.broken++
      // A broken connection is seen before the process is known to be gone.
      await new Promise((resolve) => setTimeout(resolve, 5))
    } else if (answer.status === 202) return (JSON.parse(answer.text) as { id: string }).id
    else if (answer.status >= 500) ledger.refused++
    else throw new Error(`answered ${answer.status}: ${answer.text}`)
  }
}
