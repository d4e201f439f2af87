import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-errors.ts'

/** Reads the body of a request. @throws HttpError if it exceeds `largest` bytes */
export async function readBody(request: IncomingMessage, largest: number): Promise<Buffer> {
  const tooMuch = () => new HttpError(`This is too much: at most ${largest >> 20} MB.`, 413)
  if (Number(request.headers['content-length']) > largest) throw tooMuch()
  const parts: Buffer[] = []
  let size = 0
  // Keep the connection open so that the client can read the 413.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest) throw tooMuch()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Requires the JSON content type, which a form of another site cannot send without a preflight. @throws HttpError */
export function parseJsonBody({ headers }: IncomingMessage, bytes: Buffer): unknown {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw new HttpError('JSON is needed.', 415)
  try {
    if (isUtf8(bytes)) return JSON.parse(bytes.toString('utf8'))
  } catch {
    // Reported below.
  }
  throw new HttpError('This is no JSON.', 400)
}
