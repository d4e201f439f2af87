import type { Entry } from './entry.ts'
import type { PageContent } from './page-content.ts'

/**
 * Returns the entries of one of the project's own collections. Entries with a page have a `path`.
 * @param collection name of the collection
 * @throws Error if there is no such collection
 */
export function listEntries<Fields>(content: PageContent, collection: string): (Entry<Fields> & { path?: string })[] {
  const entries: unknown = (content as unknown as Record<string, unknown>)[collection]
  // The build adds a list for each collection, which `PageContent` cannot name.
  if (Array.isArray(entries)) return entries
  throw new Error(`there is no collection "${collection}"`)
}

/** Returns an entry of one of the project's own collections. @throws Error if there is no such entry */
export function findEntry<Fields>(content: PageContent, collection: string, slug: string) {
  const entry = listEntries<Fields>(content, collection).find((candidate) => candidate.slug === slug)
  if (!entry) throw new Error(`${collection} has no entry "${slug}"`)
  return entry
}
