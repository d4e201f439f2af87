import { pickApplicableFields } from '@northshelf/site/forms/conditions.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listConsentFields } from '@northshelf/site/forms/kinds/consent/consent-fields.ts'
import { getConsentVersion } from '@northshelf/site/forms/kinds/consent/version.ts'
import type { AnswerValues } from '@northshelf/site/forms/value.ts'
import type { Consent } from '../store/store.ts'

/** Lists the answers to the consent fields that apply, with the current text unless the visitor agreed to an earlier one. */
export function listConsents(contract: Contract, values: AnswerValues): Consent[] {
  return listConsentFields(pickApplicableFields(contract, values)).map((field) => {
    const { name, text, confirm } = field
    const current = getConsentVersion(field)
    const version = values[name] || current
    return {
      field: name,
      given: Boolean(values[name]),
      version: String(version),
      ...(version === current && { text }),
      ...(confirm && values[name] && { confirmedAt: null }),
    }
  })
}
