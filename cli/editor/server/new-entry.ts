import path from 'node:path'
import { dayOf } from '../../content/publication.ts'
import { addressOf, faultOfSlug, whyTaken } from '../../refactor/free-name.ts'
import { draft, layouts } from '../../scaffold/new/draft.ts'
import { kinds } from '../../scaffold/new/kinds.ts'
import { readSlugs } from '../../scaffold/schema/slugs.ts'
import { HttpError } from './http-errors.ts'

export interface NewEntryRequest {
  /** Type name, as in `site new`. */
  kind: string
  slug: string
  layout?: string | undefined
}

/** Lists the types of files that can be created, with their layouts. */
export function listKinds() {
  return [...kinds].map(([name, { collection }]) => ({ name, layouts: layouts(collection) }))
}

/** Returns the draft that `site new` would write. @throws HttpError if the name is invalid or taken */
export function newEntry(folder: string, { kind, slug, layout }: NewEntryRequest) {
  const known = kinds.get(kind)
  if (!known) throw new HttpError(`Unknown content type "${kind}".`)
  const invalid = faultOfSlug(slug)
  if (invalid) throw new HttpError(invalid)
  const { collection, folder: home } = known
  const shapes = layouts(collection)
  const chosen = shapes.length > 0 ? (layout ?? shapes[0]) : undefined
  const entry = draft(collection, { slug, today: dayOf(), slugs: readSlugs(folder), layout: chosen })
  const isMarkdown = collection.extension === '.md'
  const text = isMarkdown ? entry.replace(/^---\n/, '---\ndraft: true\n') : `draft: true\n${entry}`
  const written = { collection, folder: home, slug, text }
  const taken = whyTaken(folder, written)
  if (taken) throw new HttpError(`${taken} Choose another name.`)
  const file = `${path.basename(folder)}/${home}/${slug}${collection.extension}`
  return { file, text, address: addressOf(written) }
}
