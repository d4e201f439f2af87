import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedCall {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** Starts an HTTP server on loopback that records all requests except HEAD, and passes each request to `respond`. */
export async function createHookReceiver(
  respond: (response: http.ServerResponse, call: ReceivedCall) => void = (response) => response.writeHead(204).end(),
) {
  const calls: ReceivedCall[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      }
      if (call.method !== 'HEAD') calls.push(call)
      respond(response, call)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  onTestFinished(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, calls, close }
}

/** A 32-byte signing secret. */
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
