import type { Dispatch, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { formatPageLabel } from '../schema/pagination.ts'
import { pickApplicableFields } from './conditions.ts'
import type { Contract, ShownContract } from './contract.ts'

/** What a form with conditions or steps shows. */
export interface FormGuide {
  applicable: Contract
  /** The current step, counting from 0; undefined in forms without steps. `next` is undefined in the last step. */
  step: { index: number; progress: string; back: ReactNode; next: string | undefined } | undefined
  /** Continues to the next step, or returns to an invalid answer. Returns false if the form can be sent. */
  advance(): boolean
  focusField(name: string): void
}

/**
 * Shows the fields of a form that apply and, if it has steps, one group at a time. Each step has an entry in the
 * browser's history, whose state contains the step.
 * @returns a function that stops this
 */
export function guideForm(form: HTMLFormElement, contract: ShownContract, show: Dispatch<FormGuide>) {
  const { history } = window
  const { stepLabels } = contract
  const key = `step of ${contract.formType} on ${window.location.pathname}`
  const listening = new AbortController()
  const { signal } = listening
  let current = 0
  let shown = ''

  const update = (step = current): void => {
    const data = new FormData(form)
    const answers = [...data.keys()].map((name) => [name, data.getAll(name)])
    const applicable = pickApplicableFields(contract, Object.fromEntries(answers))
    const groups = applicable.groups.filter(({ fields }) => fields.length > 0)
    current = Math.min(step, groups.length - 1)
    const state = [current, ...groups.flatMap(({ fields }) => fields.map(({ name }) => name))].join()
    if (state === shown) return
    shown = state
    flushSync(() => show({ applicable, step: stepLabels && describeStep(groups, stepLabels), advance, focusField }))
    // A field that applies again may have an answer on which another field depends.
    update()
  }
  const describeStep = (groups: Contract['groups'], labels: NonNullable<ShownContract['stepLabels']>) => ({
    index: current,
    progress: [formatPageLabel(labels.stepProgress, current + 1, groups.length), groups[current]?.title]
      .filter(Boolean)
      .join(': '),
    back: current > 0 && (
      <button className="btn btn-line" type="button" onClick={() => moveTo(current - 1)}>
        {labels.stepBack}
      </button>
    ),
    next: current < groups.length - 1 ? labels.stepNext : undefined,
  })
  /** Shows a step, focuses its heading, and goes to its entry in the history or adds the entry. */
  const moveTo = (step: number) => {
    const entry: number = history.state?.[key] ?? current
    update(step)
    form.querySelector<HTMLElement>(':scope > p')?.focus()
    if (step > entry) history.pushState({ ...history.state, [key]: step }, '')
    else if (step < entry) history.go(step - entry)
  }
  const listSteps = () => [...form.querySelectorAll('.fset:has(> .field:not([disabled]))')]
  const findStep = (control: Element) => listSteps().findIndex((group) => group.contains(control))
  const findInvalid = () => form.querySelector<HTMLInputElement>(':invalid:not(fieldset)')
  /** Returns the first step with an invalid answer; without invalid answers, the number of steps. */
  const countValid = (invalid = findInvalid()) => (invalid ? findStep(invalid) : listSteps().length)
  const advance = () => {
    const step = Math.min(countValid(), current + 1)
    if (!stepLabels || step === listSteps().length) return false
    const isNext = step > current
    moveTo(step)
    if (!isNext) findInvalid()?.reportValidity()
    return true
  }
  const focusField = (name: string) => {
    const control = form.querySelector<HTMLElement>(`[name="${name}"]`)
    if (stepLabels && control) moveTo(findStep(control))
    control?.focus()
  }
  const onPop = () => {
    const step: number | undefined = history.state?.[key]
    // History entries of links within the page have no step.
    if (step !== undefined && step !== current) moveTo(Math.min(step, countValid()))
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const link = target.closest<HTMLAnchorElement>('.error-summary a')
    // The second click of a double click would submit the next step.
    if (link || (event.detail > 1 && target.closest('[type=submit]'))) event.preventDefault()
    if (link) focusField(document.getElementById(link.hash.slice(1))?.getAttribute('name') ?? '')
  }

  update()
  form.addEventListener('input', () => update(), { signal })
  // The form is reset after this event.
  form.addEventListener('reset', () => setTimeout(() => update(0)), { signal })
  if (stepLabels) {
    form.noValidate = true
    form.addEventListener('click', onClick, { signal })
    form.closest('dialog')?.addEventListener('close', () => moveTo(0), { signal })
    window.addEventListener('popstate', onPop, { signal })
    history.replaceState({ [key]: 0, ...history.state }, '')
    update(Math.min(history.state[key], countValid()))
  }
  return () => listening.abort()
}
