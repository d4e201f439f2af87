import { parseFormEntries, toPayload } from './answers.ts'
import type { Contract } from './contract.ts'
import { TRANSPORT_FIELDS } from './fields.ts'
import { getFormAction, type RelayAddress } from './form-action.ts'
import { isMultipart } from './kinds/file/file-fields.ts'
import { getFieldView } from './kinds/views.ts'
import { parseRetryAfter } from './retry-after.ts'
import type { AnswerValues } from './value.ts'

export type SendResult =
  | { kind: 'accepted' }
  /** The relay rejected some answers. `problems` contains messages by field name. */
  | { kind: 'refused'; problems: Record<string, string> }
  /** The browser cannot read a chosen file, because it was changed, moved or deleted after the visitor chose it. */
  | { kind: 'unreadable'; field: string; file: File }
  /** The request failed. `cause` is the error or the response, for the console. */
  | { kind: 'failed'; cause: unknown }

/** Delays before retries, in milliseconds. */
const PAUSES = [500, 1500]
/** HTTP statuses to retry: the server is busy, restarting, or still processing the previous attempt (409). */
const RETRYABLE = new Set([408, 409, 429, 502, 503, 504])
/** Total time limit for all attempts, in milliseconds. */
const TIMEOUT = 30_000
/** Slowest expected upload rate, in bytes per millisecond. The time limit allows for uploading files at this rate. */
const SLOWEST = 25

/** JSON body of a response. */
interface Reply {
  /** Set if the request failed, even if the status says otherwise. */
  error?: unknown
  errors?: { field: string; detail: string }[]
}

/**
 * Sends a form as JSON, or as multipart data if it may have files. Retries if the relay is unreachable or busy, always
 * with the same key, so that no submission is accepted twice.
 */
export async function sendForm(options: {
  contract: Contract
  relay: RelayAddress
  data: FormData
  key: string
}): Promise<SendResult> {
  const { contract, relay, data, key } = options
  const headers: Record<string, string> = { accept: 'application/json', 'idempotency-key': key }
  const multipart = isMultipart(contract)
  if (!multipart) headers['content-type'] = 'application/json'
  const body = multipart ? withoutEmptyFiles(data) : JSON.stringify(jsonBody(contract, data))
  const bytes = [...data.values()].reduce((sum, value) => sum + (typeof value === 'string' ? 0 : value.size), 0)
  const timeout = TIMEOUT + bytes / SLOWEST
  const end = performance.now() + timeout
  const stop = new AbortController()
  setTimeout(() => stop.abort(), timeout)
  const request = { method: 'POST', headers, body, signal: stop.signal }
  for (let attempt = 0; ; attempt++) {
    let cause: unknown
    const response = await fetch(getFormAction(relay, contract), request).catch((error) => {
      cause = error
    })
    const unreadable = response ? undefined : await findUnreadableFile(data)
    if (unreadable) return { kind: 'unreadable', ...unreadable }
    if (response) {
      // A response that is not JSON comes from a proxy or the host, not from the relay.
      const reply: Reply | undefined = await response.json().catch(() => undefined)
      if (response.ok && reply && !reply.error) return { kind: 'accepted' }
      if (response.status === 422 && reply?.errors?.length)
        return {
          kind: 'refused',
          problems: Object.fromEntries(reply.errors.map(({ field, detail }) => [field, detail])),
        }
      cause = reply?.error ?? new Error(`HTTP ${response.status}${reply ? '' : ', no JSON'}`)
    }
    const retryable = !response || RETRYABLE.has(response.status)
    const next = PAUSES[attempt] ?? (response?.status === 409 ? PAUSES[1] : undefined)
    const pause = Math.max(next ?? Number.NaN, parseRetryAfter(response?.headers.get('retry-after'), Date.now()) ?? 0)
    if (!retryable || !(performance.now() + pause < end)) return { kind: 'failed', cause }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Returns the first file that cannot be read, and its field. Requests with such a file fail as if the network were down. */
async function findUnreadableFile(data: FormData): Promise<{ field: string; file: File } | undefined> {
  for (const [field, value] of data) {
    if (typeof value === 'string') continue
    const readable = await value
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => true,
        () => false,
      )
    if (!readable) return { field, file: value }
  }
  return undefined
}

/** Reads the values of a form, without its files. */
export function readFormValues(contract: Contract, data: FormData): AnswerValues {
  const texts = [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return parseFormEntries(getFieldView, contract, texts).values
}

/** Returns the JSON to send. It includes the transport fields that have a value. */
function jsonBody(contract: Contract, data: FormData): Record<string, unknown> {
  const payload = toPayload(getFieldView, contract, readFormValues(contract, data))
  for (const [name, value] of data) if (name[0] === '_' && value) payload[name] = value
  return payload
}

/** Removes the empty files that browsers send for file fields without a chosen file. */
function withoutEmptyFiles(data: FormData): FormData {
  const copy = new FormData()
  for (const [name, value] of data) {
    if (name === TRANSPORT_FIELDS.trap && value === '') continue
    if (typeof value === 'string' || value.size > 0 || value.name) copy.append(name, value)
  }
  return copy
}
