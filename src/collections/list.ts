import { articles } from './article.ts'
import type { Collection } from './collection.ts'
import { faqs } from './faq.ts'
import { forms } from './form.ts'
import { jobs } from './job.ts'
import { pages } from './page.ts'
import { services } from './service.ts'
import { solutions } from './solution.ts'
import { testimonials } from './testimonial.ts'
import { textPages } from './text-page.ts'

const list = [pages, services, solutions, jobs, articles, textPages, testimonials, faqs, forms] as const
export type AnyCollection = (typeof list)[number]

/** All collections, in the order of their pages in the sitemap. */
export const collections: readonly Collection[] = list

/** Folders that have a feed. Each may contain thousands of files. */
export const feedFolders = collections.flatMap(({ folders, pages }) => (pages?.feed ? Object.keys(folders) : []))
