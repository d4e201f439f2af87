import path from 'node:path'
import { formatUtcDate } from '../../content/publication.ts'
import { findNameConflict, findSlugProblem, getDraftAddress } from '../../refactor/name-conflicts.ts'
import { draftFile, listLayouts } from '../../scaffold/new/draft.ts'
import { entryTypes } from '../../scaffold/new/entry-types.ts'
import { readKnownNames } from '../../scaffold/schema/known-names.ts'
import { HttpError } from './http-errors.ts'

export interface NewEntryRequest {
  /** Type name, as in `site new`. */
  kind: string
  slug: string
  layout?: string | undefined
}

/** Lists the types of files that can be created, with their layouts. */
export function listEntryTypes() {
  return [...entryTypes].map(([name, { collection }]) => ({ name, layouts: listLayouts(collection) }))
}

/** Returns the draft that `site new` would write. @throws HttpError if the name is invalid or taken */
export function createEntryDraft(folder: string, { kind, slug, layout }: NewEntryRequest) {
  const known = entryTypes.get(kind)
  if (!known) throw new HttpError(`Unknown content type "${kind}".`)
  const invalid = findSlugProblem(slug)
  if (invalid) throw new HttpError(invalid)
  const { collection, folder: home } = known
  const layouts = listLayouts(collection)
  const chosen = layouts.length > 0 ? (layout ?? layouts[0]) : undefined
  const entry = draftFile(collection, { slug, today: formatUtcDate(), slugs: readKnownNames(folder), layout: chosen })
  const isMarkdown = collection.extension === '.md'
  const text = isMarkdown ? entry.replace(/^---\n/, '---\ndraft: true\n') : `draft: true\n${entry}`
  const written = { collection, folder: home, slug, text }
  const conflict = findNameConflict(folder, written)
  if (conflict) throw new HttpError(`${conflict} Choose another name.`)
  const file = `${path.basename(folder)}/${home}/${slug}${collection.extension}`
  return { file, text, address: getDraftAddress(written) }
}
