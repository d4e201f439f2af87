import { formatAmount, type SliderField } from './amount.ts'
import type { Contract } from './contract.ts'
import { listFields } from './fields.ts'

/** Writes the amount of each slider beside it and into what a screen reader says. The inputs stay uncontrolled. */
export function showAmounts(form: HTMLFormElement, contract: Contract): void {
  for (const field of listFields(contract)) {
    if (field.kind !== 'slider') continue
    const input = form.elements.namedItem(field.name)
    if (input instanceof HTMLInputElement) showAmount(form, input, field)
  }
}

function showAmount(form: HTMLFormElement, input: HTMLInputElement, field: SliderField): void {
  const amount = formatAmount(Number(input.value), field)
  input.setAttribute('aria-valuetext', amount)
  const output = form.querySelector(`output[for="${input.id}"]`)
  if (output) output.textContent = amount
}
