import { articles } from './article.ts'
import { faqs } from './faq.ts'
import { forms } from './form.ts'
import { jobs } from './job.ts'
import { pages } from './page.ts'
import { services } from './service.ts'
import { solutions } from './solution.ts'
import { testimonials } from './testimonial.ts'
import { textPages } from './text-page.ts'

/** Every kind of content. The sitemap has their pages in this order. */
export const collections = [pages, services, solutions, jobs, articles, textPages, testimonials, faqs, forms] as const
