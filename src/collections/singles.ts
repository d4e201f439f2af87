import { facts } from '../entries/facts.ts'
import { site } from '../entries/site.ts'
import { published, redirects } from './redirects.ts'

/** Content files that exist only once, by their name without `.yaml`. */
export const singles = {
  site: { schema: site, needed: true },
  facts: { schema: facts, needed: true },
  redirects: { schema: redirects, needed: false },
  published: { schema: published, needed: false },
}
export type Single = keyof typeof singles
