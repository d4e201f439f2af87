import { z } from 'zod'
import { day, draft, line, pageDescription, reference, sentence } from '../schema/text.ts'

/** A sentence that may contain `{salary}`, which stands for the salary range. */
const duty = sentence.max(220).meta({ placeholders: ['salary'] })

/**
 * An open position. The file name is its slug, and the Markdown body is its description. `{salary}` stands for the
 * range.
 */
export const jobSchema = z.strictObject({
  title: line.max(80).describe('Heading of the page, and title in the list'),
  metaDescription: pageDescription.describe('Description for search results and shared links'),
  department: line.max(40).describe('Team the position belongs to'),
  location: reference('locations').describe('Place of work'),
  type: z.enum(['Full-time', 'Part-time', 'Contract']).describe('Type of employment'),
  salary: z
    .strictObject({
      min: z
        .int()
        .positive()
        .describe('Lower end, per year')
        .meta({ examples: [60_000] }),
      max: z
        .int()
        .positive()
        .describe('Upper end, per year')
        .meta({ examples: [80_000] }),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'three capital letters, such as USD')
        .meta({ code: 'currency' })
        .default('USD')
        .describe('ISO currency code'),
    })
    .refine((range) => range.max >= range.min, { path: ['max'], error: 'the upper end is below the lower end' })
    .optional()
    .describe('Salary range, on the page and in structured data; search engines prefer positions that have one'),
  summary: line.describe('One line in the list'),
  order: z.int().default(100).describe('Position in the list; equal numbers sort by title'),
  posted: day.describe('Date of posting'),
  closes: day.optional().describe('Last day to apply; the position leaves the site on the next day'),
  responsibilities: z
    .array(duty)
    .min(3)
    .max(10)
    .describe('What the person will do, one sentence each; `{salary}` inserts the salary range, here and in the text'),
  requirements: z.array(duty).min(3).max(10).describe('What the person must bring'),
  benefits: z.array(duty).min(2).max(10).describe('What the person gets'),
  draft,
})
export type Job = z.infer<typeof jobSchema>
