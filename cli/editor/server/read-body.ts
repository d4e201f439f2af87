import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Refused } from './http-errors.ts'

/** All bytes of a request. @throws Refused for more than `largest` */
export async function readSent(request: IncomingMessage, largest: number): Promise<Buffer> {
  const tooMuch = () => new Refused(`This is too much: at most ${largest >> 20} MB.`, 413)
  if (Number(request.headers['content-length']) > largest) throw tooMuch()
  const parts: Buffer[] = []
  let size = 0
  // Whoever sends too much is to get the answer, too.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest) throw tooMuch()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** @throws Refused for what does not say that it is JSON: a form of another site can send all else without asking */
export function parseSent({ headers }: IncomingMessage, bytes: Buffer): unknown {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw new Refused('JSON is needed.', 415)
  try {
    if (isUtf8(bytes)) return JSON.parse(bytes.toString('utf8'))
  } catch {
    // Said below.
  }
  throw new Refused('This is no JSON.', 400)
}
