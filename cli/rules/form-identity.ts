import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields } from '@northshelf/site/forms/fields.ts'
import type { ParsedFile } from '../content/parsed.ts'
import type { Range } from '../diagnostics/location.ts'
import { createProblemAt, createRelatedLocation, type Problem } from '../diagnostics/problem.ts'

interface Form {
  file: ParsedFile
  contract: Contract
}

/**
 * Checks that every form whose submissions do not include its type can be identified by its `fixed` and `given` values.
 */
export function checkFormsAreIdentifiable(forms: readonly Form[]): Problem[] {
  const applications = forms.filter(({ contract }) => contract.endpoint === 'submit-application')
  return applications.flatMap((form, index): Problem[] => {
    const { file, contract } = form
    const rule = 'form/identity'
    const help = `Give it a value that no other form sends, such as "fixed: { form: ${contract.formType} }".`
    const own = Object.keys(contract.fixed).length > 0 ? 'fixed' : contract.given.length > 0 ? 'given' : undefined
    if (!own) {
      const message = `"${contract.endpoint}" receives no form type, so the relay cannot identify this form and rejects every submission`
      const more = `${help} The application form has "given: [jobTitle, jobDepartment]".`
      return [createProblemAt(file, rangeOf(form, 'endpoint'), { rule, message, help: more })]
    }
    const other = applications
      .slice(0, index)
      .find((earlier) => mayMatch(contract, earlier.contract) || mayMatch(earlier.contract, contract))
    if (!other) return []
    const message = `the relay cannot distinguish this form from "${other.contract.formType}"`
    const related = [createRelatedLocation(other.file, rangeOf(other, 'formType'), 'the other form')]
    return [createProblemAt(file, rangeOf(form, own), { rule, message, help, related })]
  })
}

/** Reports whether a submission of the form `sent` may contain all values that identify `other`. */
function mayMatch(sent: Contract, other: Contract): boolean {
  const open = new Set([...listFields(sent).map(({ name }) => name), ...sent.given])
  const fixed = Object.entries(other.fixed)
  return (
    fixed.length + other.given.length > 0 &&
    fixed.every(([name, value]) => open.has(name) || sent.fixed[name] === value) &&
    other.given.every((name) => open.has(name) || Object.hasOwn(sent.fixed, name))
  )
}

function rangeOf({ file }: Form, name: string): Range {
  return file.source?.range([name], name === 'fixed' ? 'key' : 'value') ?? [0, 1]
}
