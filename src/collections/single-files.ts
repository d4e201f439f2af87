import { factsSchema } from '../entries/facts.ts'
import { siteSchema } from '../entries/site.ts'
import { publishedSchema, redirectsSchema } from './redirects.ts'

/** Content files that exist only once, keyed by name without `.yaml`. */
export const singleFileDefinitions = {
  site: { schema: siteSchema, needed: true },
  facts: { schema: factsSchema, needed: true },
  redirects: { schema: redirectsSchema, needed: false },
  published: { schema: publishedSchema, needed: false },
}
export type SingleFileName = keyof typeof singleFileDefinitions
