import type { z } from 'zod'
import { article } from '../../src/collections/article.ts'
import { faq } from '../../src/collections/faq.ts'
import { job } from '../../src/collections/job.ts'
import { page, textPage } from '../../src/collections/page.ts'
import { service, solution } from '../../src/collections/service.ts'
import { testimonial } from '../../src/collections/testimonial.ts'
import { contract } from '../../src/forms/contract.ts'

/** Which folder of content holds what. A new kind of content is a line here. */
export interface Collection {
  folder: string
  extension: '.yaml' | '.md'
  schema: z.ZodType
}

export const collections = [
  { folder: 'pages', extension: '.yaml', schema: page },
  { folder: 'pages', extension: '.md', schema: textPage },
  { folder: 'services', extension: '.yaml', schema: service },
  { folder: 'solutions', extension: '.yaml', schema: solution },
  { folder: 'jobs', extension: '.md', schema: job },
  { folder: 'blog', extension: '.md', schema: article },
  { folder: 'insights', extension: '.md', schema: article },
  { folder: 'testimonials', extension: '.yaml', schema: testimonial },
  { folder: 'faqs', extension: '.yaml', schema: faq },
  { folder: 'forms', extension: '.yaml', schema: contract },
] as const satisfies readonly Collection[]
