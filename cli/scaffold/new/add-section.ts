import { isDeepStrictEqual } from 'node:util'
import { forms } from '@northshelf/site/collections/form.ts'
import { getSectionDefinition } from '@northshelf/site/sections/definition.ts'
import type { ParsedFile } from '../../content/parsed.ts'
import { isShown } from '../../content/publication.ts'
import { listReferences } from '../../content/schema/walk-schema.ts'
import { commandName } from '../../diagnostics/command-name.ts'
import { toDisplayPath } from '../../diagnostics/display-path.ts'
import { applyEdits } from '../../diagnostics/edit.ts'
import { exitCodes, Failure } from '../../diagnostics/failure.ts'
import { toLocation } from '../../diagnostics/location.ts'
import { listNewErrors } from '../../diagnostics/problem.ts'
import { type ContentItem, listMatchingItems } from '../../refactor/content-item.ts'
import type { ContentIndex } from '../../refactor/read-items.ts'
import { createFileChange } from '../../refactor/rename.ts'
import { entryTypes } from '../entry-types.ts'
import { toJsonSchema } from '../schema/json-schema.ts'
import { type KnownNames, readKnownNames } from '../schema/known-names.ts'
import { resolveVariant, type SchemaNode } from '../schema/node.ts'
import { draftSection } from './draft.ts'

/**
 * Plans where to insert a new section into a page.
 * @param after type or number of the preceding section
 * @returns `line` is the number of the section's first line, `number` the section's position, counted from 1; `usedForm`
 * is the form in the section if other pages use it, too
 * @throws Failure with exit code 1 if the page has errors or the section would add an error, 2 if the page or the
 * position is unknown
 */
export async function planSectionInsertion(
  index: ContentIndex,
  type: string,
  { page: name, after }: { page: string; after?: string | undefined },
) {
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
  if (!isDeepStrictEqual(withoutSection(changed?.data, place), { sections: [], ...(page.data as object) }))
    throw createFailure('other parts of the file would change')
  const change = createFileChange(index.files, page, page.file, [edit])
  const dash = edit.start + edit.text.indexOf(lines[0] ?? '')
  const { line } = toLocation(applyEdits(page.text, [edit]), [dash, dash + 1])
  const isInSection = (path: readonly (string | number)[]) => path[0] === 'sections' && path[1] === place
  const shown = changed ? listReferences(changed).filter(({ path }) => isInSection(path)) : []
  const usedForm = index.items.find(
    (item) =>
      item.collection === forms.name &&
      shown.some(({ collection, slug }) => collection === item.collection && slug === item.reference) &&
      index.usesOf(item).length > 0,
  )?.reference
  return { change, line, number: place + 1, lines, usedForm }
}

function readPage(index: ContentIndex, name: string) {
  // Ignore items with the same name that have no sections.
  const [only, ...others] = listMatchingItems(name, index.items, index.folder).filter(schemaWithSections)
  const item = only && others.length === 0 ? only : index.find(name)
  const { entry, file } = item
  const shown = toDisplayPath(file, index.folder)
  const root = schemaWithSections(item)
  if (!entry || !root) {
    const what = entry ? `a ${entry.collection?.folders[entry.folder]?.kind ?? entry.folder}` : 'not a page'
    throw new Failure(`${shown} is ${what}; only a page has a list of sections.`, exitCodes.usage)
  }
  if (!entry.valid)
    throw new Failure(
      `${shown} has errors. Fix them first; ${commandName} check ${shown} lists them.`,
      exitCodes.problems,
    )
  const { sections = [] } = entry.valid as { sections?: { type: string }[] }
  return { page: entry, types: sections.map((section) => section.type), root }
}

function schemaWithSections({ entry }: ContentItem): SchemaNode | undefined {
  if (!entry?.collection) return undefined
  const whole = toJsonSchema(entry.collection.schema)
  const root = { ...whole, ...resolveVariant(whole, whole, entry.data) }
  return root.properties?.sections && root
}

const hasSections = (data: unknown) => Object.hasOwn(Object(data), 'sections')

function withoutSection(data: unknown, index: number): unknown {
  const { sections = [], ...rest } = (data ?? {}) as { sections?: unknown[] }
  return { ...rest, sections: sections.filter((_, place) => place !== index) }
}

/**
 * Returns the index at which to insert a section: after the section that `after` selects. Without `after`, a hero is
 * inserted first, and any other section is inserted before the closing sections of the page.
 * @param types types of the existing sections
 * @param after type of a section, or its number counted from 1
 * @throws Failure with exit code 2 if no section or more than one section matches `after`
 */
export function findSectionIndex(types: readonly string[], type: string, after?: string): number {
  if (after === undefined && getSectionDefinition(type).opening) return 0
  if (after === undefined) return types.findLastIndex((name) => !getSectionDefinition(name).ends) + 1
  const numbers = types.flatMap((name, index) => (name === after || String(index + 1) === after ? [index + 1] : []))
  const [number, ...others] = numbers
  if (number !== undefined && others.length === 0) return number
  const why = number === undefined ? 'has no such section' : 'has more than one such section'
  const list = types.map((name, index) => `${index + 1} ${name}`).join(', ')
  throw new Failure(`--after ${after}: the page ${why}. Its sections are ${list}. Use a number.`, exitCodes.usage)
}

/** Returns the indentation of the list of sections; undefined if the list is not written with dashes. */
function findSectionIndent({ source, text, data }: ParsedFile): string | undefined {
  if (!hasSections(data)) return '  '
  const [start] = source?.range(['sections', 0]) ?? [0]
  return /(?:^|\n)([ \t]*)-\s+$/.exec(text.slice(0, start))?.[1]
}

/** Inserts a section. Adds a blank line before and after it if other sections are separated by blank lines. */
function insertSection({ source, text, data }: ParsedFile, place: number, lines: readonly string[], indent: string) {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const endOfLine = (offset: number) => offset + text.slice(offset).search(/\r?\n|$/)
  if (!hasSections(data)) {
    const at = endOfLine(source?.range([Object.keys(data as object).at(-1) ?? ''])[1] ?? 0)
    return { start: at, end: at, text: [`${end}sections:`, ...lines].join(end) }
  }
  const rangeOf = (index: number) => source?.range(['sections', index]) ?? [0, 0]
  const gap = /\n[ \t]*\r?\n/.test(text.slice(rangeOf(0)[1], rangeOf(1)[0])) ? end : ''
  const block = lines.join(end)
  if (place === 0) {
    const at = endOfLine(source?.range(['sections'], 'key')[1] ?? 0)
    return { start: at, end: at, text: end + block + gap }
  }
  let at = endOfLine(rangeOf(place - 1)[1])
  // Comments that are indented deeper than the dash belong to the section above.
  const comments = new RegExp(`^(?:\\r?\\n${indent}[ \\t]+#[^\\r\\n]*)+`).exec(text.slice(at))?.[0] ?? ''
  at += comments.length
  return { start: at, end: at, text: end + gap + block }
}

/**
 * Sorts the names that a draft may use, most suitable first. Prefers published entries and facts that contain a number,
 * then names not used anywhere, which were probably just created, then names not used in the text of the page.
 */
export function rankNames({ files, items, parsed, usesOf }: ContentIndex, page = ''): KnownNames {
  const slugs = readKnownNames(files)
  const penalty = (collection: string, name: string) => {
    const item = items.find((other) => other.collection === collection && other.reference === name)
    const entry = item?.entry
    const isUsed = item !== undefined && usesOf(item).length > 0
    const isDraft = entry !== undefined && !isShown(entry, parsed.edition)
    const isFactWithoutNumber = collection === 'facts' && !/\d/.test(parsed.facts.get(name) ?? '')
    return Number(isDraft || isFactWithoutNumber) * 4 + Number(isUsed) * 2 + Number(page.includes(name))
  }
  return {
    ...slugs,
    of: (collection) => {
      const names = slugs.of(collection).map((name) => ({ name, penalty: penalty(collection, name) }))
      return names.sort((a, b) => a.penalty - b.penalty).map(({ name }) => name)
    },
  }
}

/** @throws Failure with exit code 2 if the draft needs a collection that is empty */
function requireNames(slugs: KnownNames): KnownNames {
  const of = (collection: string) => {
    const names = slugs.of(collection)
    if (names.length > 0) return names
    const [typeName] = [...entryTypes].find(([, known]) => known.collection.name === collection) ?? []
    const help = typeName ? `${commandName} new ${typeName} <name> creates one.` : 'Add one first.'
    throw new Failure(`This requires an entry in ${collection}, which is empty. ${help}`, exitCodes.usage)
  }
  return { ...slugs, of }
}
