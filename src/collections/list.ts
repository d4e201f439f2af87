import { articles } from './article.ts'
import { checkOwnCollection, isCollection } from './check-own-collection.ts'
import type { Collection } from './collection.ts'
import { faqs } from './faq.ts'
import { forms } from './form.ts'
import { jobs } from './job.ts'
import { ownCollections } from './own.ts'
import { pages } from './page.ts'
import { people } from './person.ts'
import { places } from './place.ts'
import { services } from './service.ts'
import { solutions } from './solution.ts'
import { testimonials } from './testimonial.ts'
import { textPages } from './text-page.ts'

const list = [pages, services, solutions, jobs, articles, textPages, testimonials, people, places, faqs, forms] as const
export type AnyCollection = (typeof list)[number]

const own = Object.entries(ownCollections).flatMap(([name, exports]) =>
  // The files also export their schemas.
  Object.values(exports)
    .filter(isCollection)
    .flatMap((collection) => checkOwnCollection(`collections/${name}.ts`, collection)),
)

/** All collections, in the order of their pages in the sitemap. The project's own replace those with the same name. */
export const collections: readonly Collection[] = [
  ...list.filter(({ name }) => own.every((replacement) => replacement.name !== name)),
  ...own,
]
