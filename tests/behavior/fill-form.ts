import type { Locator, Page } from 'playwright-core'
import type { Contract, Field } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import type { AnswerValues } from '../../src/forms/value.ts'
import { pdf } from '../relay/documents.ts'

/** The page that contains each form, and the element that opens the form if it is in a dialog. */
export const places: Record<string, { path: string; opener?: string }> = {
  'get-started': { path: '/get-started' },
  'brand-plan': { path: '/create-brand-plan' },
  'distribution-plan': { path: '/create-distribution-plan' },
  consultation: { path: '/distribution-expert' },
  contact: { path: '/', opener: 'main a[data-opens=contact]' },
  'job-application': { path: '/careers/e-commerce-data-analyst' },
  'general-resume': { path: '/careers', opener: 'main a[data-opens=resume]' },
}

export const resumeFile = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: pdf(3000) }

export function formOf(page: Page, contract: Contract): Locator {
  return page.locator(`form[data-form="${contract.formType}"]`)
}

/** Fills in every field as a user would: by typing, selecting options, and moving sliders with the keyboard. */
export async function fillForm(page: Page, contract: Contract, values: AnswerValues): Promise<void> {
  const form = formOf(page, contract)
  for (const field of listFields(contract)) await fillField(page, form, field, values)
}

async function fillField(page: Page, form: Locator, field: Field, values: AnswerValues): Promise<void> {
  const control = form.locator(`[name="${field.name}"]`)
  const value = values[field.name]
  switch (field.kind) {
    case 'file':
      return control.setInputFiles(resumeFile)
    case 'checkboxes':
    case 'radio':
      // Uses the keyboard, because a click could miss while the page is still scrolling.
      for (const choice of [value].flat()) {
        const option = form.locator(`[name="${field.name}"][value="${choice}"]`)
        if (await option.isChecked()) continue
        await option.focus()
        await page.keyboard.press('Space')
      }
      return
    case 'consent':
      // Sets the state, because the form may already contain these answers.
      return control.setChecked(Boolean(value))
    case 'select':
      await control.selectOption(String(value))
      return
    case 'slider':
      await control.focus()
      await page.keyboard.press('Home')
      for (let at = field.min; at < Number(value); at += field.step) await page.keyboard.press('ArrowRight')
      return
    default:
      return control.fill(String(value))
  }
}

/** Returns a form's current values by field name, excluding hidden fields. */
export function contentsOf(form: Locator): Promise<Record<string, string[]>> {
  return form.evaluate((element) => {
    const contents: Record<string, string[]> = {}
    for (const control of (element as HTMLFormElement).elements) {
      if (control instanceof HTMLInputElement && control.type === 'hidden') continue
      if (
        !(
          control instanceof HTMLInputElement ||
          control instanceof HTMLSelectElement ||
          control instanceof HTMLTextAreaElement
        )
      )
        continue
      if (control instanceof HTMLInputElement && /radio|checkbox/.test(control.type) && !control.checked) continue
      contents[control.name] = [...(contents[control.name] ?? []), control.value]
    }
    return contents
  })
}
