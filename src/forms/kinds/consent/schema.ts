import { z } from 'zod'
import { inlineMarkdown } from '../../../schema/text.ts'
import { createFieldSchema } from '../field-schema.ts'

export const schema = createFieldSchema('consent', 'A checkbox with a text that the visitor may agree to', {
  text: inlineMarkdown(300)
    .refine((text) => !/[\r\n]/.test(text), 'must be one line')
    .describe('Text beside the checkbox; the label is shown only in emails and error messages'),
  confirm: z
    .literal('email')
    .optional()
    .describe('email: the visitor receives an email with a link to confirm the consent; default: no confirmation'),
}).omit({ prefill: true })
export type ConsentField = z.infer<typeof schema>

/** A consent field whose text is HTML, as its control needs it: browsers can neither hash nor parse Markdown. */
export interface ShownConsentField extends ConsentField {
  version: string
}
