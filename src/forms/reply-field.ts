import type { Contract, Field } from './contract.ts'
import { listFields } from './fields.ts'
import { kindOf } from './kinds/kind-of.ts'

/** The field whose answer is the address that mail to the visitor goes to: the first where there are several. */
export function replyField(contract: Contract): Field | undefined {
  return listFields(contract).find((field) => kindOf(field).replyTo)
}
