import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields } from '@northshelf/site/forms/fields.ts'

/** A form that differs between the versions, so the relay must be redeployed. */
export interface FormChange {
  form: string
  change: 'added' | 'removed' | 'changed'
  /** Names of the affected fields; empty if only other properties of the form changed. */
  fields: { added: string[]; removed: string[]; changed: string[] }
}

export type ContractsByType = Record<string, Contract>

export function listChangedForms(old: ContractsByType, now: ContractsByType): FormChange[] {
  return compareKeys(old, now).map(({ key: form, change }) => {
    const fields = compareKeys(fieldsOf(old[form]), fieldsOf(now[form]))
    const names = (type: string) => fields.filter((field) => field.change === type).map(({ key }) => key)
    return {
      form,
      change,
      fields: { added: names('added'), removed: names('removed'), changed: names('changed') },
    }
  })
}

function fieldsOf(contract: Contract | undefined) {
  return Object.fromEntries(contract ? listFields(contract).map((field) => [field.name, field]) : [])
}

function compareKeys(old: Record<string, unknown>, now: Record<string, unknown>) {
  const keys = [...new Set([...Object.keys(now), ...Object.keys(old)])]
  return keys.flatMap((key): { key: string; change: FormChange['change'] }[] => {
    if (!(key in old)) return [{ key, change: 'added' }]
    if (!(key in now)) return [{ key, change: 'removed' }]
    return JSON.stringify(old[key]) === JSON.stringify(now[key]) ? [] : [{ key, change: 'changed' }]
  })
}
