import { z } from 'zod'
import { day, line, pageDescription, sentence } from './text.ts'

/** One open position. The file name is the slug; the markdown body is its description. */
export const job = z.strictObject({
  title: line.min(4).max(80).describe('Heading of the page and entry in the list'),
  metaDescription: pageDescription,
  department: line.max(40),
  location: z.enum(['Remote', 'Remote / NYC', 'Hybrid / NYC']),
  type: z.enum(['Full-time', 'Part-time', 'Contract']),
  salary: z
    .strictObject({ min: z.int().positive(), max: z.int().positive(), currency: z.string().length(3).default('USD') })
    .refine((range) => range.max >= range.min, 'the upper end is below the lower end'),
  summary: line.describe('One line in the list'),
  order: z.int().default(100),
  posted: day,
  closes: day.optional().describe('Last day to apply'),
  responsibilities: z.array(sentence.max(220)).min(3).max(10),
  requirements: z.array(sentence.max(220)).min(3).max(10),
  benefits: z.array(sentence.max(220)).min(2).max(10).describe('`{salary}` stands for the salary range'),
})
export type Job = z.infer<typeof job>
