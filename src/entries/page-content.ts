import type { Contract } from '../forms/contract.ts'
import type { ArticleEntry } from './article.ts'
import type { Body, Entry, Paged } from './entry.ts'
import type { Facts } from './facts.ts'
import type { Faq } from './faq.ts'
import type { Job } from './job.ts'
import type { Service } from './service.ts'
import type { Site } from './site.ts'
import type { Testimonial } from './testimonial.ts'

/** A calendar day, and how it is written. Worked out by the build: a browser's first `Intl.DateTimeFormat` holds a phone up. */
export interface Day {
  /** `2026-11-22` */
  date: string
  words: string
}

/**
 * What pages and sections read of the content. The whole, `Content`, follows from the list of collections; this does
 * not, so that collections and sections can use it.
 */
export interface PageContent {
  site: Site
  facts: Facts
  /** Writes a day out in the language of the site. */
  dayInWords(date: string): Day
  articles: ArticleEntry[]
  services: Paged<Service>[]
  jobs: Paged<Job & Body>[]
  testimonials: Entry<Testimonial>[]
  faqs: Entry<Faq>[]
  forms: Entry<Contract>[]
}
