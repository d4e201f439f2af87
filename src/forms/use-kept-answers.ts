import { createContext, type RefObject, use, useLayoutEffect } from 'react'

/** What was typed into forms that went with their page, by form and page: gone with the document. */
export const KeptAnswers = createContext<Map<string, FormData> | undefined>(undefined)

/**
 * Gives a form what was typed in it before its page went away by client-side navigation, as browsers do where
 * documents are loaded. Files cannot be given back, and what a page gives is not typed.
 */
export function useKeptAnswers(form: RefObject<HTMLFormElement | null>, formType: string): void {
  const kept = use(KeptAnswers)
  // Before the effects of the fields: they show what the field holds.
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
