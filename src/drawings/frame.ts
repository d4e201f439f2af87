import { z } from 'zod'
import { line, sentence } from '../schema/text.ts'
import { type Lines, sumsOf } from './sums.ts'

/** How a bar or an amount is drawn; never told by colour alone. */
export const tone = z.enum(['ink', 'own', 'soft', 'cost', 'waste', 'result'])

/** What every picture has around its drawing. */
export const frame = {
  title: line.describe('Title row of the picture'),
  note: line.optional().describe('Small print at the right of the title row'),
  alt: sentence.describe('What the picture says, for those who do not see it'),
  caption: line.optional(),
}

/** The fills of a drawing in words. */
export const key = z
  .array(z.strictObject({ label: line.max(40), tone }))
  .min(1)
  .max(5)
  .describe('What the fills mean, under the drawing')

/** Refuses a picture whose parts do not make its sums: a wrong sum is the one thing a ledger may not show. */
export function addUp<T extends z.ZodType>(schema: T, read: (picture: z.output<T>) => Lines[]) {
  return schema.superRefine((picture, context) => {
    for (const { path, message } of sumsOf(read(picture as z.output<T>)))
      context.addIssue({ code: 'custom', path, message })
  })
}
export type Tone = z.infer<typeof tone>
