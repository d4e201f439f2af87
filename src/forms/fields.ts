import type { Contract, Field } from './contract.ts'

/** Every field of a form, in order, whatever group it stands in. */
export function listFields(contract: Contract): Field[] {
  return contract.groups.flatMap((group) => group.fields)
}

export type FileField = Extract<Field, { kind: 'file' }>

export function listFileFields(contract: Contract): FileField[] {
  return listFields(contract).filter((field): field is FileField => field.kind === 'file')
}

/** The largest file that a field takes, in bytes. A megabyte has 1,048,576, as file managers count. */
export function maxBytes(field: FileField): number {
  return field.maxMegabytes * 1024 * 1024
}

/** Names that belong to the transport, not to the form. No contract may use them: they start with an underscore. */
export const TRANSPORT = {
  /** A field that people do not see; programs fill it in. No browser or password manager has a value for this name. */
  trap: '_subject',
  /** The same for every try of one submission. */
  key: '_key',
} as const
