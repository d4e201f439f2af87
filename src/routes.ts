import type { ArticleEntry, Content, Entry, Written } from './collections/content.ts'
import type { Job } from './collections/job.ts'
import type { Page, TextPage } from './collections/page.ts'
import type { Service, Solution } from './collections/service.ts'

/** One URL of the site and the entry it shows. `path` never ends in a slash, but for `/` itself. */
export type Route = { path: string } & (
  | { kind: 'page'; entry: Entry<Page> }
  | { kind: 'text'; entry: Written<TextPage> }
  | { kind: 'service'; entry: Entry<Service> }
  | { kind: 'solution'; entry: Entry<Solution> }
  | { kind: 'job'; entry: Written<Job> }
  | { kind: 'article'; entry: ArticleEntry }
)

/** Every URL of the site, in one place. */
export function listRoutes(content: Content): Route[] {
  return [
    ...content.pages.map((entry): Route => ({ kind: 'page', path: entry.path, entry })),
    ...content.services.map((entry): Route => ({ kind: 'service', path: servicePath(entry), entry })),
    ...content.solutions.map((entry): Route => ({ kind: 'solution', path: solutionPath(entry), entry })),
    ...content.jobs.map((entry): Route => ({ kind: 'job', path: jobPath(entry), entry })),
    ...content.articles.map((entry): Route => ({ kind: 'article', path: articlePath(entry), entry })),
    ...content.textPages.map((entry): Route => ({ kind: 'text', path: entry.path, entry })),
  ]
}

export const servicePath = (entry: { slug: string }) => `/services/${entry.slug}`
export const solutionPath = (entry: { slug: string }) => `/solutions/${entry.slug}`
export const jobPath = (entry: { slug: string }) => `/careers/${entry.slug}`
export const articlePath = (entry: { slug: string; collection: string }) => `/${entry.collection}/${entry.slug}`
