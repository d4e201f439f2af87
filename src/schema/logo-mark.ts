import { z } from 'zod'
import { listOf } from './list-of.ts'

/** The logo mark: shapes that follow the color scheme. The site icons are rendered from these shapes. */
export const markSchema = z.strictObject({
  size: z.number().positive().describe('Width and height of the drawing, in the units of its paths'),
  shapes: listOf(1, 12, {
    d: z
      .string()
      .regex(/^[MmLlHhVvCcSsQqTtAaZz0-9 .,-]+$/, 'the d attribute of an SVG path')
      .describe('SVG path of the shape'),
    tone: z.enum(['ink', 'accent', 'outline']).describe('Color of the shape'),
  }).describe('Shapes of the mark, from back to front'),
})
export type Mark = z.infer<typeof markSchema>
