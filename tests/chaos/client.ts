import { Agent, request } from 'node:http'
import type { Submission } from './submission.ts'

interface HttpResponse {
  status: number
  text: string
}

export interface Client {
  /** Rejects if the connection fails or times out. The relay may still have accepted the submission. */
  post(address: string, submission: Submission): Promise<HttpResponse>
  close(): void
}

/** Milliseconds without data after which a request times out. */
const TIMEOUT = 30_000

/** Creates a client that sends one submission after another over a keep-alive connection. */
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
        req.setTimeout(TIMEOUT, () => req.destroy(new Error('timeout')))
        req.on('error', reject)
        req.end(body)
      }),
    close: () => agent.destroy(),
  }
}
