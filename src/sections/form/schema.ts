import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { formLabels } from '../../forms/form-labels.ts'
import { anchor, heading, nextStepSchema } from '../../schema/blocks.ts'
import { line, reference, text } from '../../schema/text.ts'
import { resolveFormContract } from '../entry-views.ts'

export const schema = z.strictObject({
  type: z.literal('form').describe('A form, and what happens after it is sent'),
  id: anchor,
  heading,
  text: text.max(320).optional().describe('A sentence or two below the heading'),
  form: reference('forms').describe('Form to show'),
  aside: z
    .strictObject({
      heading: line.describe('Heading beside the form'),
      steps: z.array(nextStepSchema).min(1).max(6).describe('Steps after the form is sent'),
    })
    .optional()
    .describe('Text beside the form'),
})

export function resolve(section: z.infer<typeof schema>, content: PageContent) {
  return { ...section, form: resolveFormContract(content, section.form) }
}

export function forms({ form }: ReturnType<typeof resolve>) {
  return [{ contract: form, given: {} }]
}

export const labels = formLabels
