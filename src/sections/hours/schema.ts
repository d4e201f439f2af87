import { z } from 'zod'
import { anchor, heading, intro } from '../../schema/blocks.ts'
import { listOf } from '../../schema/list-of.ts'
import { inlineMarkdown, line } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('hours').describe('Opening hours of one or more places'),
  id: anchor,
  heading,
  text: intro,
  places: z
    .array(
      z.strictObject({
        name: line.max(60).describe('Name of the place'),
        address: inlineMarkdown(160).optional().describe('Address and directions'),
        days: listOf(1, 8, {
          days: line.max(32).describe('Day or days, such as Monday to Friday'),
          open: line.max(32).describe('Opening hours, such as 7:00 to 18:00, or closed'),
        }).describe('Opening hours, one line per day or range of days'),
        note: inlineMarkdown(160).optional().describe('Exceptions, such as public holidays'),
      }),
    )
    .min(1)
    .max(6)
    .describe('Places, in order'),
})
