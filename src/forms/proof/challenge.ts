/** Name of the internal form field that contains the proof. Not in `TRANSPORT_FIELDS`, which every page loads. */
export const PROOF_FIELD = '_proof'

/** Name of the relay's endpoint for challenges. */
export const CHALLENGE_ENDPOINT = 'challenge'

/** A task from the relay: find the number from 0 to `max` for which `hash` is the SHA-256 hash of `<text>.<number>`. */
export interface Challenge {
  text: string
  /** Lowercase hexadecimal. */
  hash: string
  max: number
  signature: string
}

/**
 * Fetches a challenge from the relay and solves it. Runs in web workers and in Node.
 * @param action URL to which the form is submitted, with the public key if there is one
 * @returns the value of `PROOF_FIELD`
 * @throws an error if the relay does not send a challenge, or if the page has no secure context
 */
export async function fetchProof(action: string): Promise<string> {
  const url = new URL(action, globalThis.location?.href)
  url.pathname = url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1) + CHALLENGE_ENDPOINT
  const response = await fetch(url)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const { text, hash, max, signature } = (await response.json()) as Challenge
  const target = hash.match(/../g)?.map((hex) => Number.parseInt(hex, 16)) ?? []
  const encoder = new TextEncoder()
  for (let number = 0; number <= max; number++) {
    const solution = `${text}.${number}`
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(solution)))
    if (bytes.every((byte, index) => byte === target[index])) return `${solution}.${signature}`
  }
  throw new Error('The challenge has no solution.')
}
