import { readEntries, toPayload } from './answers.ts'
import type { Contract } from './contract.ts'
import { TRANSPORT } from './fields.ts'
import { formAction, type RelayAddress } from './form-action.ts'
import { viewOf } from './kinds/views.ts'
import { readRetryAfter } from './retry-after.ts'
import type { Values } from './value.ts'

export type SendResult =
  | { kind: 'accepted' }
  /** The relay found something wrong with what was typed; messages by name on the wire. */
  | { kind: 'refused'; problems: Record<string, string> }
  /** `cause` is for the console: what was thrown, or what the answer was. */
  | { kind: 'failed'; cause: unknown }

/** Pauses before another try of the same post, in milliseconds. */
const PAUSES = [500, 1500]
/** Answers of a server that is busy, is restarting, or still takes the last try of this very post (409). */
const PASSING = new Set([408, 409, 429, 502, 503, 504])
/** Milliseconds for all tries together. */
const PATIENCE = 30_000
/** Bytes a millisecond of the slowest line that a file may come over; it gets that time on top. */
const SLOWEST = 25

/** What an answer may hold. */
interface Answer {
  /** Present: a failure, whatever the status. */
  error?: unknown
  errors?: { field: string; detail: string }[]
}

/**
 * Posts what a form holds: JSON, or multipart where it takes a file. Tries again when the relay cannot be
 * reached, always with the same key, so that a submission is never taken twice.
 */
export async function sendForm(options: {
  contract: Contract
  relay: RelayAddress
  data: FormData
  key: string
}): Promise<SendResult> {
  const { contract, relay, data, key } = options
  const headers: Record<string, string> = { accept: 'application/json', 'idempotency-key': key }
  const multipart = contract.endpoint === 'submit-application'
  if (!multipart) headers['content-type'] = 'application/json'
  const body = multipart ? withoutEmptyFiles(data) : JSON.stringify(jsonBody(contract, data))
  const bytes = [...data.values()].reduce((sum, value) => sum + (typeof value === 'string' ? 0 : value.size), 0)
  const patience = PATIENCE + bytes / SLOWEST
  const end = performance.now() + patience
  const stop = new AbortController()
  setTimeout(() => stop.abort(), patience)
  for (let tries = 0; ; tries++) {
    let cause: unknown
    const response = await fetch(formAction(relay, contract), {
      method: 'POST',
      headers,
      body,
      signal: stop.signal,
    }).catch((error) => {
      cause = error
    })
    if (response) {
      // No JSON: some network's own page, or a host that answers everything with one. The relay has not seen it.
      const answer: Answer | undefined = await response.json().catch(() => undefined)
      if (response.ok && answer && !answer.error) return { kind: 'accepted' }
      if (response.status === 422 && answer?.errors?.length)
        return { kind: 'refused', problems: Object.fromEntries(answer.errors.map((one) => [one.field, one.detail])) }
      cause = answer?.error ?? new Error(`HTTP ${response.status}${answer ? '' : ', no JSON'}`)
    }
    const passing = !response || PASSING.has(response.status)
    const next = PAUSES[tries] ?? (response?.status === 409 ? PAUSES[1] : undefined)
    const pause = Math.max(next ?? Number.NaN, readRetryAfter(response?.headers.get('retry-after'), Date.now()) ?? 0)
    if (!passing || !(performance.now() + pause < end)) return { kind: 'failed', cause }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** What a form holds, without its files. */
export function readForm(contract: Contract, data: FormData): Values {
  const texts = [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return readEntries(viewOf, contract, texts).values
}

/** The values in their shapes on the wire. The trap is sent only when something filled it in. */
function jsonBody(contract: Contract, data: FormData): Record<string, unknown> {
  const payload = toPayload(viewOf, contract, readForm(contract, data))
  const trap = data.get(TRANSPORT.trap)
  return trap ? { ...payload, [TRANSPORT.trap]: trap } : payload
}

/** A file field without a file posts an empty one; leave it out. */
function withoutEmptyFiles(data: FormData): FormData {
  const kept = new FormData()
  for (const [name, value] of data) {
    if (name === TRANSPORT.trap && value === '') continue
    if (typeof value === 'string' || value.size > 0 || value.name) kept.append(name, value)
  }
  return kept
}
