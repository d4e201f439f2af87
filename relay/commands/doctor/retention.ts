import { listFields } from '@northshelf/site/forms/fields.ts'
import { getFieldType } from '@northshelf/site/forms/kinds/get-field-type.ts'
import type { SiteForms } from '../../site-forms.ts'
import type { Finding } from './finding.ts'

/** Warns about forms that ask for personal data but have no retention period. */
export function checkRetention({ forms }: Pick<SiteForms, 'forms'>): Finding[] {
  const unlimited = Object.values(forms).filter(
    (form) => form.keep === undefined && listFields(form).some((field) => getFieldType(field).personal),
  )
  if (unlimited.length === 0) return []
  const names = unlimited.map(({ formType }) => formType).join(', ')
  const detail = `no period for ${names}, which ask for personal data, so their dead letters are never deleted. Add "keep: 180 days" or another period to the forms`
  return [{ check: 'retention', level: 'warn', detail }]
}
