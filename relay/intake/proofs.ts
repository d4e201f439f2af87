import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Challenge } from '@northshelf/site/forms/proof/challenge.ts'
import { type Clock, HOUR } from '../clock.ts'
import type { Config } from '../config.ts'
import type { SiteForms } from '../site-forms.ts'

/** Time that a visitor has to fill in the form, in milliseconds. Pages replace older challenges. */
const VALID_FOR = HOUR

/** Hashes that the slowest solution needs. A laptop computes them in 0.1 s, and a slow phone in less than 1 s. */
const MAX_NUMBER = 20_000

const PROOF = /^(?<text>(?<expiresAt>\d+)\.[\da-f]{32})\.(?<number>\d{1,6})\.(?<signature>[\w-]{43})$/

export type Proofs = ReturnType<typeof createProofs>

/** Opens the proofs of work that the forms require. @returns undefined if no form requires one */
export async function openProofs(
  { spool, challengeSecret }: Pick<Config, 'spool' | 'challengeSecret'>,
  forms: SiteForms,
  clock: Clock,
): Promise<Proofs | undefined> {
  if (!requiresProofs(forms)) return undefined
  return createProofs(challengeSecret ?? (await keepSecret(path.join(spool, 'challenge-secret'))), clock)
}

/** Returns the warning for several relays without a common secret; undefined if there is no problem. */
export function findProofWarning(
  { store, challengeSecret }: Pick<Config, 'store'> & Partial<Pick<Config, 'challengeSecret'>>,
  forms: SiteForms,
): string | undefined {
  if (store === undefined || challengeSecret !== undefined || !requiresProofs(forms)) return undefined
  return 'RELAY_CHALLENGE_SECRET is not set: if several relays share the database, each holds submissions with a challenge from another as spam'
}

function requiresProofs({ forms }: SiteForms): boolean {
  return Object.values(forms).some(({ proofOfWork }) => proofOfWork)
}

/** Reads the secret from a file, so that a restart does not invalidate open pages, or creates one. */
async function keepSecret(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '')
  // A shorter text was cut off by a crash.
  if (known.length >= 64) return known
  const secret = randomBytes(32).toString('hex')
  // If the file cannot be written, the secret is valid until the relay stops.
  await writeFile(file, secret, { mode: 0o600 }).catch(() => {})
  return secret
}

function createProofs(secret: string, clock: Clock) {
  /** Accepted proofs that have not expired, with the idempotency keys of their submissions. */
  const used = new Map<string, { expiresAt: number; key: string | undefined }>()
  const sha256 = (text: string) => hash('sha256', text)
  const sign = (text: string, digest: string) =>
    createHmac('sha256', secret).update(`challenge ${text}.${digest}`).digest('base64url')
  return {
    createChallenge(): Challenge {
      const text = `${clock.now() + VALID_FOR}.${randomBytes(16).toString('hex')}`
      const digest = sha256(`${text}.${randomInt(MAX_NUMBER + 1)}`)
      return { text, hash: digest, max: MAX_NUMBER, signature: sign(text, digest) }
    },
    /**
     * Checks a proof and marks it as used. Attempts to send the same submission may use the same proof.
     * @param key idempotency key of the submission
     * @returns the reason to hold the submission; undefined if the proof is valid
     */
    findSpamReason(proof: string | undefined, key: string | undefined): string | undefined {
      if (!proof) return 'no-proof'
      const { text = '', expiresAt, number, signature = '' } = PROOF.exec(proof)?.groups ?? {}
      const expected = sign(text, sha256(`${text}.${number}`))
      if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
        return 'invalid-proof'
      const now = clock.now()
      if (Number(expiresAt) <= now) return 'expired-proof'
      for (const [known, use] of used) if (use.expiresAt <= now) used.delete(known)
      const use = used.get(text)
      if (use) return key !== undefined && use.key === key ? undefined : 'reused-proof'
      used.set(text, { expiresAt: Number(expiresAt), key })
      return undefined
    },
  }
}
