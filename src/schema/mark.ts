import { z } from 'zod'

/** The logo mark as shapes, which follow the colour scheme and can be rendered as icons. */
export const mark = z.strictObject({
  size: z.number().positive().describe('Width and height of its grid'),
  shapes: z
    .array(
      z.strictObject({
        d: z
          .string()
          .regex(/^[MmLlHhVvCcSsQqTtAaZz0-9 .,-]+$/, 'the d attribute of an SVG path')
          .describe('Path of the shape, as in SVG'),
        tone: z.enum(['ink', 'accent', 'outline']).describe('How it is filled'),
      }),
    )
    .min(1)
    .max(12)
    .describe('Shapes of the mark, the lowest first'),
})
export type Mark = z.infer<typeof mark>
