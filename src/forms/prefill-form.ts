import { listParameterValues } from './visit-source.ts'

/** Fills in fields with the parameters that have their names. Keeps answers, and ignores values that do not fit. */
export function prefillForm(form: HTMLFormElement, names: readonly string[], loadedUrl: string): void {
  const answers = new FormData(form)
  for (const control of form.elements as Iterable<Element> as Iterable<HTMLInputElement>) {
    const { name, type, value, defaultValue = '', maxLength } = control
    const texts = names.includes(name) ? listParameterValues(name, loadedUrl) : []
    const [text = ''] = texts
    if (type === 'checkbox' || type === 'radio') control.checked ||= !answers.has(name) && texts.includes(value)
    else if (text && value === defaultValue && !/[^\P{Cc}\n]/u.test(text)) {
      control.value = text
      const isTooLong = maxLength > 0 && text.length > maxLength
      if (isTooLong || control.value !== text || !control.validity.valid) control.value = value
    }
    // Updates what scripts show beside the field.
    if (text) control.dispatchEvent(new CustomEvent('input', { bubbles: true }))
  }
}
