import type { Contract } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import { identifyForm } from '../../src/forms/identify.ts'
import { kindOf } from '../../src/forms/kinds/kind-of.ts'
import type { FormBook } from '../forms.ts'
import type { Attempt } from './intake.ts'

/** What was typed into which form, as far as it arrived: enough to show the form again. */
export interface Typed {
  contract: Contract
  values: Record<string, string | string[]>
  given: Record<string, string>
}

/** @returns undefined when the form cannot be told */
export function typedIn(attempt: Attempt, forms: FormBook): Typed | undefined {
  const last = (name: string) => attempt.entries.findLast((entry) => entry[0] === name)?.[1]
  const contract = attempt.contract ?? identifyForm(Object.values(forms.forms), attempt.endpoint, last)
  if (!contract) return undefined
  const values = listFields(contract).flatMap((field): [string, string | string[]][] => {
    const texts = attempt.entries.filter(([name]) => name === field.name).map(([, text]) => text)
    const { answer } = kindOf(field)
    if (texts.length === 0 || !answer) return []
    return [[field.name, answer.many ? texts : (texts.at(-1) ?? '')]]
  })
  const given = contract.given.flatMap((name): [string, string][] => {
    const text = last(name)
    return text === undefined ? [] : [[name, text]]
  })
  return { contract, values: Object.fromEntries(values), given: Object.fromEntries(given) }
}
