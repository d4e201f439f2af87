import { createHash } from 'node:crypto'

/** What a person may do in the studio. */
export const permissions = ['edit', 'publish', 'leads'] as const
export type Permission = (typeof permissions)[number]

/** A person who may use the studio, as listed in `studio.yaml`. */
export interface Person {
  /** Derived from the email address; also the name of the person's change set. Lowercase letters, digits and dashes. */
  id: string
  name: string
  email: string
  may: readonly Permission[]
}

/** Returns the id of the person with an email address, such as `ada-3f5a9c1e` for ada@example.com, ignoring case. */
export function derivePersonId(email: string): string {
  const address = normalizeEmail(email)
  const words = address.replace(/@.*/, '').match(/[a-z\d]+/g) ?? ['person']
  // The hash distinguishes addresses with the same letters, such as those of two companies.
  return `${words.join('-').slice(0, 40).replace(/-$/, '')}-${createHash('sha256').update(address).digest('hex').slice(0, 8)}`
}

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}
