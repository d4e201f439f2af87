import { type RefObject, useLayoutEffect } from 'react'
import type { Contract } from './contract.ts'
import { listFields } from './fields.ts'
import type { FormVisit } from './visit-context.ts'
import { listParameterValues } from './visit-source.ts'

/**
 * Restores a form's input when the visitor returns to its page by client-side navigation, as browsers do for full page
 * loads. Files cannot be restored. Otherwise, fills in the fields with `prefill`.
 */
export function useSavedAnswers(form: RefObject<HTMLFormElement | null>, contract: Contract, visit: FormVisit): void {
  // Restores the input in a layout effect, which runs before the effects in which fields read their input.
  useLayoutEffect(() => {
    const { current } = form
    if (!current) return undefined
    const { savedAnswers, loadedUrl } = visit
    const key = contract.formType + window.location.pathname
    const answers = savedAnswers?.get(key)
    const asked = listFields(contract).filter((field) => 'prefill' in field && field.prefill)
    const values = Object.fromEntries(asked.map(({ name }) => [name, listParameterValues(name, loadedUrl)]))
    if (answers) fillIn(current, answers)
    else if (Object.values(values).flat().length > 0)
      import('./prefill-form.ts').then((script) => script.prefillForm(current, values)).catch(() => {})
    return () => {
      // Fields that do not apply are disabled, but keep their answers.
      for (const fieldset of current.querySelectorAll('fieldset')) fieldset.disabled = false
      savedAnswers?.set(key, new FormData(current))
    }
  }, [form, contract, visit])
}

function fillIn({ elements }: HTMLFormElement, answers: FormData): void {
  for (const control of elements as Iterable<Element> as Iterable<HTMLInputElement>) {
    const { name, type, value } = control
    const answer = answers.getAll(name)
    if (type === 'checkbox' || type === 'radio') control.checked = answer.includes(value)
    else if (type !== 'file' && type !== 'hidden' && typeof answer[0] === 'string') control.value = answer[0]
  }
}
