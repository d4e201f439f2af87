import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../../behaviour/ask.ts'
import { createLead } from '../submission.ts'

const CLIENTS = 4
/** Milliseconds between two posts of a client: the machine has more to do. */
const REST = 20
/** Before a post is sent again, as the page waits. */
const AGAIN = 500

/** Posts until it is over, as the pages do: with a key, and again with the same one until it is acknowledged. */
export function postOn(address: string, isOver: () => boolean) {
  const posted = { acknowledged: new Set<string>(), refused: [] as string[] }

  async function runOne(): Promise<void> {
    while (!isOver()) {
      const { path, headers, body } = createLead()
      const sent = { method: 'POST', headers, body }
      for (;;) {
        const answer = await ask(address, path, sent).catch((error: Error) => ({ status: 0, body: error.message }))
        if (answer.status === 202) {
          posted.acknowledged.add((JSON.parse(answer.body) as { id: string }).id)
          break
        }
        posted.refused.push(`${answer.status} ${answer.body.slice(0, 100)}`)
        await pause(AGAIN)
      }
      await pause(REST)
    }
  }
  return { posted, ended: Promise.all(Array.from({ length: CLIENTS }, runOne)) }
}
