import { isDeepStrictEqual } from 'node:util'
import type { ParsedFile } from '../../content/parsed.ts'
import { commandName } from '../../diagnostics/command-name.ts'
import { toDisplayPath } from '../../diagnostics/display-path.ts'
import { applyEdits } from '../../diagnostics/edit.ts'
import { exitCodes, Failure } from '../../diagnostics/failure.ts'
import { toLocation } from '../../diagnostics/location.ts'
import { listNewErrors } from '../../diagnostics/problem.ts'
import type { ContentItem } from '../../refactor/content-item.ts'
import { listMatchingItems } from '../../refactor/find-item.ts'
import type { ContentIndex } from '../../refactor/read-items.ts'
import { createFileChange, type PlannedChange } from '../../refactor/rename.ts'
import { toJsonSchema } from '../schema/json-schema.ts'
import type { SchemaNode } from '../schema/node.ts'
import { draftSection } from './draft.ts'
import { entryTypes } from './entry-types.ts'
import { findSectionIndent, findSectionIndex, insertSection } from './insert-section.ts'
import { rankNames, requireNames } from './rank-names.ts'

export interface SectionInsertion {
  change: Required<PlannedChange>
  /** Number of the section's first line. */
  line: number
  /** The section's position on the page, counted from 1. */
  number: number
  lines: string[]
}

/**
 * Plans where to insert a new section into a page.
 * @param page name of the page
 * @param after type or number of the preceding section
 * @throws Failure with exit code 1 if the page has errors or the section would add an error, 2 if the page or the
 * position is unknown
 */
export async function planSectionInsertion(
  index: ContentIndex,
  type: string,
  { page: name, after }: { page: string; after?: string | undefined },
): Promise<SectionInsertion> {
  const { page, types, root } = readPage(index, name)
  const place = findSectionIndex(types, type, after)
  const indent = findSectionIndent(page)
  const createFailure = (why: string) =>
    new Failure(
      `Cannot insert a section of type ${type} into ${toDisplayPath(page.file, index.folder)}: ${why}. Nothing was written. Run the command without --in to print the section, then paste and edit it.`,
      exitCodes.problems,
    )
  if (indent === undefined) throw createFailure('its sections are not a YAML list with one dash per section')
  const slugs = requireNames(rankNames(index, page.text))
  const lines = draftSection(type, { root, indent, slugs, today: index.parsed.edition.today })
  const edit = insertSection(page, place, lines, indent)
  const { problems, parsed } = await index.dryRun(new Map([[page.file, applyEdits(page.text, [edit])]]))
  const [added] = listNewErrors(index.problems, problems)
  if (added) throw createFailure([added.message, added.help].filter(Boolean).join('. ').replace(/\.$/, ''))
  const changed = parsed.files.find(({ file }) => file === page.file)
  if (!isDeepStrictEqual(withoutSection(changed?.data, place), page.data))
    throw createFailure('other parts of the file would change')
  const change = createFileChange(index.folder, page, page.file, [edit])
  const dash = edit.start + edit.text.indexOf(lines[0] ?? '')
  const { line } = toLocation(applyEdits(page.text, [edit]), [dash, dash + 1])
  return { change, line, number: place + 1, lines }
}

/** Finds a page that has sections. */
function readPage(index: ContentIndex, name: string) {
  // Ignore items with the same name that have no sections.
  const [only, ...others] = listMatchingItems(name, index.items, index.folder).filter(schemaWithSections)
  const item = only && others.length === 0 ? only : index.find(name)
  const { entry, file } = item
  const shown = toDisplayPath(file, index.folder)
  const root = schemaWithSections(item)
  if (!entry || !root) {
    const what = entry ? `a ${typeNameOf(entry)}` : 'not a page'
    throw new Failure(`${shown} is ${what}; only a page has a list of sections.`, exitCodes.usage)
  }
  if (!entry.valid)
    throw new Failure(
      `${shown} has errors. Fix them first; ${commandName} check ${shown} lists them.`,
      exitCodes.problems,
    )
  const { sections } = entry.valid as { sections: { type: string }[] }
  return { page: entry, types: sections.map((section) => section.type), root }
}

/** Returns the schema of an entry; undefined if the entry has no sections. */
function schemaWithSections({ entry }: ContentItem): SchemaNode | undefined {
  const root = entry?.collection && toJsonSchema(entry.collection.schema)
  return root?.properties?.sections && root
}

function typeNameOf({ collection, folder }: ParsedFile): string {
  return [...entryTypes].find(([, kind]) => kind.collection === collection && kind.folder === folder)?.[0] ?? folder
}

function withoutSection(data: unknown, index: number): unknown {
  const { sections, ...rest } = (data ?? {}) as { sections?: unknown[] }
  return { ...rest, sections: sections?.filter((_, place) => place !== index) }
}
