import type { Contract } from '../forms/contract.ts'
import { ELAPSED_HEADER, TRANSPORT } from '../forms/fields.ts'
import { toPayload } from '../forms/payload.ts'
import { readEntries } from '../forms/read.ts'
import { formAction, type RelayAddress } from './form-action.ts'

export type SendResult =
  | { kind: 'accepted' }
  /** The relay found something wrong with what was typed; messages by name on the wire. */
  | { kind: 'refused'; problems: Record<string, string> }
  | { kind: 'failed' }

/** Pauses before another try of the same post, in milliseconds. */
const PAUSES = [500, 1500]
/** Answers of a server that is busy or restarting: the same post may well succeed in a moment. */
const PASSING = new Set([408, 502, 503, 504])

/**
 * Posts what a form holds: JSON, or multipart where it takes a file. Tries again when the relay cannot be
 * reached, always with the same key, so that a submission is never taken twice.
 * @param elapsed milliseconds the form has been on screen
 */
export async function sendForm(options: {
  contract: Contract
  relay: RelayAddress
  data: FormData
  key: string
  elapsed: number
}): Promise<SendResult> {
  const { contract, relay, data, key, elapsed } = options
  const headers: Record<string, string> = {
    accept: 'application/json',
    'idempotency-key': key,
    [ELAPSED_HEADER]: String(Math.round(elapsed)),
  }
  const multipart = contract.endpoint === 'submit-application'
  if (!multipart) headers['content-type'] = 'application/json'
  const body = multipart ? withoutEmptyFiles(data) : JSON.stringify(jsonBody(contract, data))
  for (const pause of [...PAUSES, undefined]) {
    const response = await fetch(formAction(relay, contract), { method: 'POST', headers, body }).catch(() => undefined)
    if (response?.ok) return { kind: 'accepted' }
    if (response?.status === 422) return refusal(response)
    const passing = !response || PASSING.has(response.status)
    if (!passing || pause === undefined) break
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return { kind: 'failed' }
}

/** The values in their shapes on the wire. The trap is sent only when something filled it in. */
export function jsonBody(contract: Contract, data: FormData): Record<string, unknown> {
  const texts = [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const payload = toPayload(contract, readEntries(contract, texts).values)
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

async function refusal(response: Response): Promise<SendResult> {
  const problem = (await response.json().catch(() => undefined)) as
    | { errors?: { field: string; detail: string }[] }
    | undefined
  const problems = Object.fromEntries((problem?.errors ?? []).map(({ field, detail }) => [field, detail]))
  return Object.keys(problems).length > 0 ? { kind: 'refused', problems } : { kind: 'failed' }
}
