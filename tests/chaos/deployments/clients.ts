import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../../behavior/ask.ts'
import { createLead } from '../submission.ts'

const CLIENTS = 4
/** Milliseconds between a client's submissions, to leave CPU time for the rest of the test. */
const PAUSE = 20
/** Milliseconds before a retry, as on the site's pages. */
const RETRY_DELAY = 500

/**
 * Sends submissions until the run is over. Like the site's pages, retries each with the same key until it is accepted.
 */
export function postOn(address: string, isOver: () => boolean) {
  const posted = { acknowledged: new Set<string>(), refused: [] as string[] }

  async function runOne(): Promise<void> {
    while (!isOver()) {
      const { path, headers, body } = createLead()
      const request = { method: 'POST', headers, body }
      for (;;) {
        const answer = await ask(address, path, request).catch((error: Error) => ({ status: 0, body: error.message }))
        if (answer.status === 202) {
          posted.acknowledged.add((JSON.parse(answer.body) as { id: string }).id)
          break
        }
        posted.refused.push(`${answer.status} ${answer.body.slice(0, 100)}`)
        await pause(RETRY_DELAY)
      }
      await pause(PAUSE)
    }
  }
  return { posted, ended: Promise.all(Array.from({ length: CLIENTS }, runOne)) }
}
