import type { Contract, Field } from './contract.ts'
import { listFields } from './fields.ts'
import { kindOf } from './kinds/kind-of.ts'

/** Returns the first field whose answer is the visitor's email address. */
export function replyField(contract: Contract): Field | undefined {
  return listFields(contract).find((field) => kindOf(field).replyTo)
}
