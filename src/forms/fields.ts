import type { Contract, Field } from './contract.ts'

/** Lists the fields of all groups, in order. */
export function listFields(contract: Contract): Field[] {
  return contract.groups.flatMap((group) => group.fields)
}

/** @returns undefined if the form has no such field */
export function findField(contract: Contract, name: string | undefined): Field | undefined {
  return listFields(contract).find((field) => field.name === name)
}

/**
 * Names of internal form fields, besides `PROOF_FIELD`. They start with an underscore, which contracts do not allow in
 * names.
 */
export const TRANSPORT_FIELDS = {
  /** Honeypot: a hidden field that bots fill in, but browsers and password managers do not, because of its name. */
  trap: '_subject',
  /** Idempotency key, which is the same for all attempts to send a submission. */
  key: '_key',
  /** Path of the page with the form. */
  page: '_page',
  /** First known address of the visit: its path and the parameters that identify a campaign. */
  landing: '_landing',
  /** Page of another site that linked to the visit. */
  referrer: '_referrer',
} as const

/** Maximum number of text fields in a submission: ten times the number in the largest contract. */
export const MAX_FIELDS = 200

/** Default limit for the total size of all text fields in a submission, in bytes. */
export const MAX_TEXT_BYTES = 256 * 1024
