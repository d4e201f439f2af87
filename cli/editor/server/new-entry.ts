import path from 'node:path'
import { z } from 'zod'
import { getPageAddress } from '../../content/addresses.ts'
import type { ContentFiles } from '../../content/content-files.ts'
import { readContentFolder } from '../../content/read.ts'
import { readFolderAddresses } from '../../content/site-settings.ts'
import { valueAt } from '../../content/value-at.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import { findNameConflict, findSlugProblem } from '../../refactor/name-conflicts.ts'
import { entryTypes } from '../../scaffold/entry-types.ts'
import { findSectionIndex } from '../../scaffold/new/add-section.ts'
import { createNodeSample, draftFile, listLayouts } from '../../scaffold/new/draft.ts'
import { readSampleOptions } from '../../scaffold/new/read-sample-options.ts'
import { findChildNode, findNodeAt } from '../../scaffold/schema/node.ts'
import { type Entry, getTypeSchema } from '../files/entry.ts'
import { HttpError } from '../files/http-errors.ts'

export const NewEntryRequest = z.object({
  kind: z.string().describe('Type name, as in `site new`'),
  slug: z.string().max(200),
  layout: z.string().optional(),
})
export type NewEntryRequest = z.infer<typeof NewEntryRequest>

/** Lists the types of files that can be created, with their layouts. */
export function listEntryTypes() {
  return [...entryTypes].map(([name, { collection }]) => ({ name, layouts: listLayouts(collection) }))
}

/** Returns the draft that `site new` would write. @throws HttpError if the name is invalid or taken */
export function createEntryDraft(files: ContentFiles, { kind, slug, layout }: NewEntryRequest) {
  const known = entryTypes.get(kind)
  if (!known) throw new HttpError(`Unknown content type "${kind}".`)
  const invalid = findSlugProblem(slug)
  if (invalid) throw new HttpError(invalid)
  const { collection, folder: home } = known
  const layouts = listLayouts(collection)
  const chosen = layouts.length > 0 ? (layout ?? layouts[0]) : undefined
  const entry = draftFile(collection, { slug, ...readSampleOptions(files), layout: chosen })
  const isMarkdown = collection.extension === '.md'
  const text = isMarkdown ? entry.replace(/^---\n/, '---\ndraft: true\n') : `draft: true\n${entry}`
  const written = { collection, folder: home, slug, text }
  const content = readContentFolder(files)
  const addresses = readFolderAddresses(content)
  const conflict = findNameConflict(content.files, written, addresses)
  if (conflict) throw new HttpError(`${conflict} Choose another name.`)
  const file = `${path.basename(files.folder)}/${home}/${slug}${collection.extension}`
  return { file, text, address: getPageAddress(written, addresses) }
}

/** An initial value and its path. */
export interface InitialValue {
  path: ValuePath
  value: unknown
}

/**
 * Returns the initial value for a new field or list entry, with TODO in required text fields. A section goes where
 * `site new section` would put it.
 * @param shape the variant, if there are several
 */
export function createInitialValue(
  entry: Entry,
  target: ValuePath,
  options: ReturnType<typeof readSampleOptions>,
  shape?: string,
): InitialValue {
  const root = getTypeSchema(entry.kind)
  const list = target.slice(0, -1)
  const parent = findNodeAt(root, entry.fields, list)
  const last = target.at(-1) ?? ''
  const node = parent && findChildNode(parent, last)
  if (!node) throw new HttpError(`Unknown field ${target.join('.')}.`, 404)
  const slug = entry.file.replace(/^.*\/|\.\w+$/g, '')
  const value = createNodeSample(String(last), node, root, { slug, ...options }, shape)
  const sections = valueAt(entry.fields, list)
  if (shape === undefined || list.join() !== 'sections' || !Array.isArray(sections)) return { path: target, value }
  const types = sections.map((section) => String((section as { type?: unknown } | null)?.type))
  return { path: [...list, findSectionIndex(types, shape)], value }
}
