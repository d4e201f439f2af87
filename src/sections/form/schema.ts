import { z } from 'zod'
import type { Content } from '../../collections/content.ts'
import { anchor, heading, intro } from '../../schema/blocks.ts'
import { line, reference } from '../../schema/text.ts'
import { formContract } from '../resolve.ts'

export const schema = z.strictObject({
  type: z.literal('form').describe('A form, and what happens after sending'),
  id: anchor,
  heading,
  text: intro,
  form: reference('forms').describe('The form'),
  aside: z
    .strictObject({
      heading: line.describe('Heading beside the form'),
      steps: z
        .array(z.strictObject({ when: line.max(40).describe('How soon'), what: line.describe('What happens then') }))
        .min(1)
        .max(6)
        .describe('What happens after sending'),
    })
    .optional()
    .describe('Stands beside the form'),
})

export function resolve(section: z.infer<typeof schema>, content: Content) {
  return { ...section, form: formContract(content, section.form) }
}

export function forms({ form }: ReturnType<typeof resolve>) {
  return [{ contract: form, given: {} }]
}

export const labels = ['optional', 'problems'] as const
