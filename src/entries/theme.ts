import { z } from 'zod'
import { cornerRadii, fontPairs } from '../theme/theme.ts'

export const hexColor = z.string().regex(/^#[\da-f]{6}$/i, '# and six hexadecimal digits, in quotes')

const namesOf = <Name extends string>(record: Record<Name, unknown>) => Object.keys(record) as Name[]

export const themeSchema = z
  .strictObject({
    secondary: hexColor
      .optional()
      .describe('Color of charts, figures, icons and focus outlines, and hue of the grays; defaults to blue'),
    drawings: z
      .enum(['shelf', 'neutral'])
      .default('shelf')
      .describe('shelf: price tags, barcodes and shelves, for retail; neutral: plain panels and lines'),
    corners: z.enum(namesOf(cornerRadii)).default('sharp').describe('Corners of buttons, fields and panels'),
    fonts: z
      .enum(namesOf(fontPairs))
      .default('grotesque')
      .describe('Grotesques, a serif for headings, or a rounded font'),
  })
  .prefault({})
  .describe('Look of the site, besides the accent color')
