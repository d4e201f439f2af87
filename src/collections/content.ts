import type { Contract } from '../forms/contract.ts'
import type { Heading } from '../sections/view.ts'
import type { Article } from './article.ts'
import type { Facts } from './facts.ts'
import type { Faq } from './faq.ts'
import type { Job } from './job.ts'
import type { Page, TextPage } from './page.ts'
import type { Service, Solution } from './service.ts'
import type { Site } from './site.ts'
import type { Testimonial } from './testimonial.ts'

/** An entry knows its slug (its file name) and its file (relative to the content folder). */
export type Entry<T> = T & { slug: string; file: string }

/** An entry with a markdown body, already rendered to safe HTML. */
export type Written<T> = Entry<T> & { html: string; headings: Heading[]; words: number }

export type ArticleEntry = Written<Article> & { collection: 'blog' | 'insights' }

/** A picture of the content: the address under which it is published, and the file it is made from. */
export interface SiteImage {
  url: string
  /** Absolute path. */
  file: string
  /** In pixels, as published. */
  width: number
  height: number
}

/** All content of a site, validated, references checked. Lists are in the order in which they are shown. */
export interface Content {
  site: Site
  facts: Facts
  pages: Entry<Page>[]
  textPages: Written<TextPage>[]
  services: Entry<Service>[]
  solutions: Entry<Solution>[]
  jobs: Written<Job>[]
  articles: ArticleEntry[]
  testimonials: Entry<Testimonial>[]
  faqs: Entry<Faq>[]
  forms: Entry<Contract>[]
  /** The pictures that are used somewhere. */
  images: SiteImage[]
}
