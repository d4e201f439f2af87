import { z } from 'zod'
import { line, sentence } from '../schema/text.ts'

/** How a bar or an amount is drawn; never told by colour alone. */
export const tone = z.enum(['ink', 'own', 'soft', 'cost', 'waste', 'result'])

export type Tone = z.infer<typeof tone>

/** Fill and outline of each tone. Hatches and outlines tell them apart without colour. */
export const toneClass: Record<Tone, string> = {
  ink: 'f-ink',
  own: 'f-cobalt',
  soft: 'f-soft s-cobalt',
  cost: 'h-ink s-field',
  waste: 'h-coral s-coral',
  result: 'f-tag s-ink',
}

/** What every picture has around its drawing. */
export const frame = {
  title: line.describe('Title row of the picture'),
  note: line.optional().describe('Small print at the right of the title row'),
  alt: sentence.describe('What the picture says, for those who do not see it'),
  caption: line
    .optional()
    .describe('Small print under it, such as whose figures these are; without it `labels.illustrative` of site.yaml'),
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

/** Figures that must make a total, and where the total stands in its entry. */
interface Lines {
  parts: number[]
  total: number
  path: (string | number)[]
}

/** The sums that are wrong, in words for the person who wrote them. Cents are compared, not binary fractions. */
function sumsOf(lines: Lines[]): { path: (string | number)[]; message: string }[] {
  return lines.flatMap(({ parts, total, path }) => {
    const made = Math.round(parts.reduce((sum, part) => sum + part, 0) * 100) / 100
    if (made === Math.round(total * 100) / 100) return []
    return [{ path, message: `the parts make ${made}, not ${total}` }]
  })
}
