import { z } from 'zod'
import { day, draft, line, pageDescription, reference, sentence } from '../schema/text.ts'
import { pageOptions } from './page-options.ts'

/** A sentence that may contain `{salary}`, which the page replaces with the salary range. */
const duty = sentence.max(220).meta({ placeholders: ['salary'] })

const salary = z
  .number()
  .positive()
  .meta({ examples: [60_000] })

/** The types of employment, with their names in structured data and in the labels of site.yaml. */
export const employmentTypes = {
  'Full-time': { structured: 'FULL_TIME', label: 'fullTime' },
  'Part-time': { structured: 'PART_TIME', label: 'partTime' },
  Contract: { structured: 'CONTRACTOR', label: 'contract' },
  Temporary: { structured: 'TEMPORARY', label: 'temporary' },
  Internship: { structured: 'INTERN', label: 'internship' },
  Apprenticeship: { structured: 'OTHER', label: 'apprenticeship' },
} as const
const employmentTypeNames = Object.keys(employmentTypes) as (keyof typeof employmentTypes)[]

/** An open position. The file name is its slug, and the Markdown body is its description. */
export const jobSchema = z.strictObject({
  title: line.max(80).describe('Title of the position'),
  metaDescription: pageDescription,
  department: line.max(40).describe('Team that the position belongs to'),
  location: reference('locations').describe('Place of work'),
  type: z.enum(employmentTypeNames).describe('Type of employment'),
  salary: z
    .strictObject({
      min: salary.describe('Lowest salary'),
      max: salary.describe('Highest salary'),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'three capital letters, such as USD')
        .meta({ code: 'currency' })
        .default('USD')
        .describe('ISO currency code'),
      per: z.enum(['year', 'month', 'hour']).default('year').describe('Period for which the salary is paid'),
    })
    .refine((range) => range.max >= range.min, { path: ['max'], error: 'the maximum is less than the minimum' })
    .optional()
    .describe('Salary range, on the page and in structured data; search engines prefer positions with a salary range'),
  summary: line.describe('One-line summary for the list'),
  order: z.int().default(100).describe('Position in the list; entries with equal numbers are sorted by title'),
  posted: day.describe('Date of posting'),
  closes: day.optional().describe('Last day to apply; the position is removed on the next day'),
  responsibilities: z
    .array(duty)
    .min(3)
    .max(10)
    .describe('Responsibilities, one sentence each; `{salary}` inserts the salary range, here and in the text'),
  requirements: z.array(duty).min(3).max(10).describe('Requirements for applicants, one sentence each'),
  benefits: z.array(duty).min(2).max(10).describe('Benefits for the employee, one sentence each'),
  people: z.array(reference('people')).max(4).optional().describe('People that the new colleague will work with'),
  ...pageOptions,
  draft,
})
export type Job = z.infer<typeof jobSchema>
