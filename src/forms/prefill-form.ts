/** Fills in fields with values by field name. Keeps answers, and ignores values that visitors could not enter. */
export function prefillForm(form: HTMLFormElement, values: Record<string, string[]>): void {
  const answers = new FormData(form)
  for (const control of form.elements as Iterable<Element> as Iterable<HTMLInputElement>) {
    const { name, type, value, defaultValue = '', maxLength } = control
    const texts = values[name] ?? []
    const [text = ''] = texts
    if (type === 'checkbox' || type === 'radio') control.checked ||= !answers.has(name) && texts.includes(value)
    else if (text && value === defaultValue && !/(?!\n)[<\p{Cc}]/u.test(text)) {
      control.value = text
      const isTooLong = maxLength > 0 && text.length > maxLength
      if (isTooLong || control.value !== text || !control.validity.valid) control.value = value
    }
    // Updates what scripts show beside the field.
    if (text) control.dispatchEvent(new CustomEvent('input', { bubbles: true }))
  }
}
