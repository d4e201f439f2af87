import type { Contract, Field } from './contract.ts'

/** Lists the fields of all groups, in order. */
export function listFields(contract: Contract): Field[] {
  return contract.groups.flatMap((group) => group.fields)
}

/** Names reserved for the transport: names in contracts cannot start with an underscore. */
export const TRANSPORT = {
  /** Honeypot: a hidden field that bots fill in. No browser or password manager autofills this name. */
  trap: '_subject',
  /** Idempotency key: the same for every attempt of one submission. */
  key: '_key',
} as const
