import { z } from 'zod'
import { href, line, slug } from '../schema/text.ts'

export const link = z.strictObject({
  label: line.max(48).describe('Link text'),
  to: href.describe('Link target'),
})
export type Link = z.infer<typeof link>

/** A link that opens a list of links. */
const submenu = link.extend({ all: line.max(48).describe('Text of the link to the target, at the end of the submenu') })

export const menuLink = z.union([
  submenu.extend({ entries: slug.describe('Content folder whose pages the submenu lists, such as services') }),
  submenu.extend({
    links: z
      .array(link.extend({ description: line.max(80).optional().describe('Line below the link') }))
      .min(1)
      .describe('Links of the submenu'),
  }),
  link,
])

export const footerColumn = z.strictObject({
  title: line.describe('Heading of the column'),
  links: z.array(link).min(1).describe('Links, in order'),
})
