import { type FormRelay, getFormAction } from './form-action.ts'
import { COUNT_ENDPOINT, type VisitorStep } from './form-steps.ts'

/**
 * Reports to the relay, once each, that a form was seen and that the visitor began to fill it in. The requests contain
 * nothing about the visitor.
 * @returns a function that stops counting
 */
export function countFormSteps(form: HTMLFormElement, relay: FormRelay, formType: string): () => void {
  const count = (step: VisitorStep) => {
    const address = getFormAction(relay, { endpoint: COUNT_ENDPOINT })
    navigator.sendBeacon(`${address}${relay.query ? '&' : '?'}${new URLSearchParams({ form: formType, step })}`)
  }
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return
    observer.disconnect()
    count('seen')
  })
  observer.observe(form)
  const begin = (event: Event) => {
    // Scripts that fill in a form dispatch custom events.
    if (event instanceof CustomEvent) return
    form.removeEventListener('input', begin)
    count('begun')
  }
  form.addEventListener('input', begin)
  return () => {
    observer.disconnect()
    form.removeEventListener('input', begin)
  }
}
