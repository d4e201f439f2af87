import type { Contract, Field } from './contract.ts'

/** Every field of a form, in order, whatever group it stands in. */
export function listFields(contract: Contract): Field[] {
  return contract.groups.flatMap((group) => group.fields)
}

/** Names that belong to the transport, not to the form. No contract may use them: they start with an underscore. */
export const TRANSPORT = {
  /** A field that people do not see; programs fill it in. No browser or password manager has a value for this name. */
  trap: '_subject',
  /** The same for every try of one submission. */
  key: '_key',
} as const
