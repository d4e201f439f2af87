import type { Contract } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import { kindOf } from '../../src/forms/kinds/kind-of.ts'
import type { Values } from '../../src/forms/value.ts'

/** An answer to every field of a form, or to those that must be answered, as visitors give them. Files are apart. */
export function answersTo(contract: Contract, which: 'all' | 'required' = 'all'): Values {
  const asked = listFields(contract).filter(({ required }) => which === 'all' || required)
  return Object.fromEntries(
    asked.flatMap((field) => {
      const answer = kindOf(field).example?.(field)
      return answer === undefined ? [] : [[field.name, answer]]
    }),
  )
}
