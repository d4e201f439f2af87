import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-errors.ts'

/** Reads the body of a request. @throws HttpError if the body exceeds `largest` bytes */
export async function readBody(request: IncomingMessage, largest: number): Promise<Buffer> {
  const tooLarge = () => new HttpError(`Request body exceeds ${largest >> 20} MB.`, 413)
  if (Number(request.headers['content-length']) > largest) throw tooLarge()
  const parts: Buffer[] = []
  let size = 0
  // Keep the connection open, so that the client can read the 413 response.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Parses a JSON body. Requires the JSON content type, which other sites cannot send without a CORS preflight. @throws
 * HttpError
 */
export function parseJsonBody({ headers }: IncomingMessage, bytes: Buffer): unknown {
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    throw new HttpError('Content-Type must be application/json.', 415)
  try {
    if (isUtf8(bytes)) return JSON.parse(bytes.toString('utf8'))
  } catch {
    // Invalid JSON is reported below.
  }
  throw new HttpError('Invalid JSON.', 400)
}
