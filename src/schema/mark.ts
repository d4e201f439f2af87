import { z } from 'zod'

/** The logo mark as a list of shapes, which follow the colour scheme and can be rendered as icons. */
export const markSchema = z.strictObject({
  size: z.number().positive().describe('Width and height of its grid'),
  shapes: z
    .array(
      z.strictObject({
        d: z
          .string()
          .regex(/^[MmLlHhVvCcSsQqTtAaZz0-9 .,-]+$/, 'the d attribute of an SVG path')
          .describe('SVG path of the shape'),
        tone: z.enum(['ink', 'accent', 'outline']).describe('Fill of the shape'),
      }),
    )
    .min(1)
    .max(12)
    .describe('Shapes of the mark, from back to front'),
})
export type Mark = z.infer<typeof markSchema>
