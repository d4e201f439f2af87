import type { Contract } from '../forms/contract.ts'
import type { ArticleEntry } from './article.ts'
import type { Entry, PagedEntry, RenderedBody } from './entry.ts'
import type { Facts } from './facts.ts'
import type { Faq } from './faq.ts'
import type { Job } from './job.ts'
import type { Person } from './person.ts'
import type { Place } from './place.ts'
import type { Service } from './service.ts'
import type { Site } from './site.ts'
import type { Testimonial } from './testimonial.ts'

/** A calendar day, formatted by the build, because the first use of `Intl.DateTimeFormat` is slow on phones. */
export interface FormattedDay {
  /** Date in the form `2026-11-22`. */
  date: string
  words: string
}

/** The content that pages and sections can read. They cannot use `Content`, which depends on the collections. */
export interface PageContent {
  site: Site
  facts: Facts
  /** Path of the front page: `/`, or `/de` in a translation. */
  home: string
  /** Current date, such as `2026-03-31`. */
  today: string
  /** Formats a day in the site's language. */
  formatDay(date: string): FormattedDay
  /** Formats a period, or a single day, with the days of the week. */
  formatPeriod(first: string, last?: string): string
  articles: ArticleEntry[]
  services: PagedEntry<Service>[]
  jobs: PagedEntry<Job & RenderedBody>[]
  testimonials: Entry<Testimonial>[]
  /** People and places with a page have a path. */
  people: (Entry<Person> & { path?: string | undefined })[]
  places: (Entry<Place> & { path?: string | undefined })[]
  faqs: Entry<Faq>[]
  forms: Entry<Contract>[]
}
