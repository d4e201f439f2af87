import type { Contract, Field } from './contract.ts'

/** Lists the fields of all groups, in order. */
export function listFields(contract: Contract): Field[] {
  return contract.groups.flatMap((group) => group.fields)
}

/** Names used by the transport. No contract can use them, because they start with an underscore. */
export const TRANSPORT = {
  /** A hidden field that spam programs fill in. No browser or password manager has a value for this name. */
  trap: '_subject',
  /** Idempotency key: the same for every attempt of one submission. */
  key: '_key',
} as const
