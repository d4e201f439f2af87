import type { Contract, Field } from './contract.ts'
import { listFields } from './fields.ts'
import { getFieldType } from './kinds/get-field-type.ts'

/** Returns the first field whose answer is the visitor's email address. */
export function findReplyField(contract: Contract): Field | undefined {
  return listFields(contract).find((field) => getFieldType(field).replyTo)
}
