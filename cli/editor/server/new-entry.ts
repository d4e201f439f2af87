import path from 'node:path'
import { dayOf } from '../../content/publication.ts'
import { isSlug, toSlug } from '../../content/slug.ts'
import { addressOf, whyTaken } from '../../refactor/free-name.ts'
import { draft, layouts } from '../../scaffold/new/draft.ts'
import { kinds } from '../../scaffold/new/kinds.ts'
import { readSlugs } from '../../scaffold/schema/slugs.ts'
import { Refused } from './http-errors.ts'

/** What somebody wants to make. */
export interface Wish {
  /** As `site new` calls it. */
  kind: string
  slug: string
  layout?: string | undefined
}

/** What can be made, and the shapes that it may have. */
export function listKinds() {
  return [...kinds].map(([name, { collection }]) => ({ name, layouts: layouts(collection) }))
}

/**
 * The text of a new file, as `site new` writes it, and not published until somebody says so.
 * @throws Refused where it cannot be had
 */
export function newEntry(folder: string, { kind, slug, layout }: Wish) {
  const known = kinds.get(kind)
  if (!known) throw new Refused(`There is no kind of content "${kind}".`)
  if (!isSlug(slug)) {
    const meant = toSlug(slug)
    throw new Refused(
      `"${slug}" cannot be an address. Use lower-case letters, digits and single dashes${meant ? `: ${meant}` : ''}.`,
    )
  }
  const { collection, folder: home } = known
  const shapes = layouts(collection)
  const chosen = shapes.length > 0 ? (layout ?? shapes[0]) : undefined
  const made = draft(collection, { slug, today: dayOf(), slugs: readSlugs(folder), layout: chosen })
  const isMarkdown = collection.extension === '.md'
  const text = isMarkdown ? made.replace(/^---\n/, '---\ndraft: true\n') : `draft: true\n${made}`
  const written = { collection, folder: home, slug, text }
  const taken = whyTaken(folder, written)
  if (taken) throw new Refused(`${taken} Take another name.`)
  const file = `${path.basename(folder)}/${home}/${slug}${collection.extension}`
  return { file, text, address: addressOf(written) }
}
