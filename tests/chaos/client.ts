import { Agent, request } from 'node:http'
import type { Submission } from './submission.ts'

interface Answer {
  status: number
  text: string
}

export interface Client {
  /** Rejects when the connection fails or nothing comes for long: then nobody knows whether it was taken. */
  post(address: string, submission: Submission): Promise<Answer>
  close(): void
}

/** Milliseconds without a byte before an answer is given up. */
const PATIENCE = 30_000

/** One visitor: a connection that is kept open, one post after the other. */
export function createClient(): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    post: (address, { path, headers, body }) =>
      new Promise((resolve, reject) => {
        const req = request(
          address + path,
          { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } },
          (res) => {
            let text = ''
            res.setEncoding('utf8').on('data', (chunk) => {
              text += chunk
            })
            res.on('end', () => resolve({ status: res.statusCode ?? 0, text }))
            res.on('error', reject)
          },
        )
        req.setTimeout(PATIENCE, () => req.destroy(new Error('no answer')))
        req.on('error', reject)
        req.end(body)
      }),
    close: () => agent.destroy(),
  }
}
