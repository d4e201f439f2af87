import type { Contract } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import type { ParsedFile } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'

interface Form {
  file: ParsedFile
  contract: Contract
}

/** Where no type is sent, what else is always sent must tell the forms apart. */
export function formIdentity(forms: readonly Form[]): Problem[] {
  const applications = forms.filter(({ contract }) => contract.endpoint === 'submit-application')
  return applications.flatMap((form, index): Problem[] => {
    const { file, contract } = form
    const own = Object.keys(contract.fixed).length > 0 ? 'fixed' : contract.given.length > 0 ? 'given' : undefined
    const problem = {
      rule: 'form/identity',
      severity: 'error',
      file: file.file,
      ...placeOf(form, own ?? 'endpoint'),
    } as const
    const help = `Give it a value that no other form sends, such as "fixed: { form: ${contract.formType} }".`
    if (!own) {
      const message = `no type is sent to "${contract.endpoint}", so the relay cannot tell which form this is and refuses every post`
      return [
        { ...problem, message, help: `${help} The form of the positions has "given: [jobTitle, jobDepartment]".` },
      ]
    }
    const other = applications
      .slice(0, index)
      .find((one) => isTakenFor(contract, one.contract) || isTakenFor(one.contract, contract))
    if (!other) return []
    const { length: _, ...there } = placeOf(other, 'formType')
    const related = [{ file: other.file.file, ...there, message: 'the other one' }]
    return [{ ...problem, message: `the relay cannot tell this form from "${other.contract.formType}"`, help, related }]
  })
}

/** Whether all that tells `other` may also be in a post of `sent`. */
function isTakenFor(sent: Contract, other: Contract): boolean {
  const open = new Set([...listFields(sent).map(({ name }) => name), ...sent.given])
  const told = Object.entries(other.fixed)
  return (
    told.length + other.given.length > 0 &&
    told.every(([name, value]) => open.has(name) || sent.fixed[name] === value) &&
    other.given.every((name) => open.has(name) || Object.hasOwn(sent.fixed, name))
  )
}

function placeOf({ file }: Form, name: string) {
  return file.source?.locate([name], name === 'fixed' ? 'key' : 'value') ?? { line: 1, column: 1, length: 1 }
}
