import { z } from 'zod'
import { listOf } from '../schema/list-of.ts'
import { line, sentence } from '../schema/text.ts'

export const toneSchema = z.enum(['ink', 'own', 'soft', 'cost', 'waste', 'result'])

export type Tone = z.infer<typeof toneSchema>

/** Classes for the fill and outline of each tone. Hatching and outlines distinguish tones without relying on color. */
export const toneClass: Record<Tone, string> = {
  ink: 'f-ink',
  own: 'f-cobalt',
  soft: 'f-soft s-cobalt',
  cost: 'h-ink s-field',
  waste: 'h-coral s-coral',
  result: 'f-tag s-ink',
}

const pictureFields = {
  title: line.describe('Title of the picture'),
  note: line.optional().describe('Small print to the right of the title'),
  alt: sentence.describe('Alternative text for people who cannot see the picture'),
  caption: line
    .optional()
    .describe(
      'Small print below the picture, such as the source of the figures; default: `labels.illustrative` in site.yaml',
    ),
}

/** Returns the schema for a picture type, with the common fields and those in `shape`. */
export function createPictureSchema<const K extends string, S extends z.ZodRawShape>(kind: K, shape: S) {
  return z.strictObject({ kind: z.literal(kind), ...pictureFields, ...shape })
}

export const legendSchema = listOf(1, 5, { label: line.max(40), tone: toneSchema }).describe('Legend below the drawing')

/** Amounts that must add up to a total. `path` locates the total in the picture. */
interface Sum {
  parts: number[]
  total: number
  path: (string | number)[]
}

/** Extends a schema to reject pictures with a wrong total. Totals are compared in whole cents. */
export function withSumCheck<T extends z.ZodType>(schema: T, listSums: (picture: z.output<T>) => Sum[]) {
  return schema.superRefine((picture, context) => {
    for (const { parts, total, path } of listSums(picture as z.output<T>)) {
      const actual = Math.round(parts.reduce((sum, part) => sum + part, 0) * 100) / 100
      if (actual === Math.round(total * 100) / 100) continue
      context.addIssue({ code: 'custom', path, message: `the parts add up to ${actual}, not ${total}` })
    }
  })
}
