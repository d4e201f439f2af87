import { createContext, type RefObject, use, useLayoutEffect } from 'react'

/** Form input on pages that the visitor has left, by form and page; lost with the document. */
export const KeptAnswers = createContext<Map<string, FormData> | undefined>(undefined)

/**
 * Restores the input of a form when the visitor returns to its page by client-side navigation, as browsers do between
 * documents. Files cannot be restored.
 */
export function useKeptAnswers(form: RefObject<HTMLFormElement | null>, formType: string): void {
  const kept = use(KeptAnswers)
  // A layout effect, because the effects of fields read the input.
  useLayoutEffect(() => {
    const { current } = form
    const key = formType + window.location.pathname
    const answers = kept?.get(key)
    if (current && answers) fillIn(current, answers)
    return () => {
      if (current) kept?.set(key, new FormData(current))
    }
  }, [form, formType, kept])
}

function fillIn({ elements }: HTMLFormElement, answers: FormData): void {
  for (const control of elements as Iterable<Element> as Iterable<HTMLInputElement>) {
    const { name, type, value } = control
    const answer = answers.getAll(name)
    if (type === 'checkbox' || type === 'radio') control.checked = answer.includes(value)
    else if (type !== 'file' && type !== 'hidden' && typeof answer[0] === 'string') control.value = answer[0]
  }
}
