import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Content } from '@northshelf/site/collections/content.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { Entry } from '@northshelf/site/entries/entry.ts'
import type { ContentFiles } from '../content/content-files.ts'
import { DOCUMENTS_FOLDER } from '../content/document-names.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { parseTranslation } from '../content/translations/parse-translation.ts'
import { listTranslatableTexts } from '../content/translations/translatable-texts.ts'
import { isPlainObject, valueAt } from '../content/value-at.ts'
import type { ValuePath } from '../content/yaml/source.ts'

/** A complete content folder without errors. */
export interface ContentVersion {
  files: ContentFiles
  content: Content
  parsed: ParsedFolder
}

export interface ContentChange {
  /** Path relative to the parent of the content folder. */
  file: string
  change: 'added' | 'removed' | 'changed'
  /** The changed field, or `body` for the text below the fields; undefined for whole files, images and downloads. */
  field?: ValuePath
  /** The old value; undefined if the field did not exist, or if the body changed. */
  before?: unknown
  after?: unknown
}

export const BODY_PATH: ValuePath = ['body']

/** Returns all changes between two content folders: text files sorted by name, then images and downloads. */
export function listContentChanges(before: ContentVersion, after: ContentVersion): ContentChange[] {
  const old = byFile(before.parsed.files)
  const now = byFile(after.parsed.files)
  const oldEntries = byFile(listEntries(before.content))
  const entries = byFile(listEntries(after.content))
  const isSame = (file: string) => {
    const entry = entries.get(file)
    return entry !== undefined && isDeepStrictEqual(oldEntries.get(file), entry)
  }
  const names = [...new Set([...old.keys(), ...now.keys()])].sort()
  const inTexts = names.filter((file) => !isSame(file)).flatMap((file) => compareFiles(old.get(file), now.get(file)))
  return [...inTexts, ...compareTranslations(before, after), ...compareBytes(before, after)]
}

function listEntries(content: Content): Entry[] {
  return collections.flatMap(({ name }) => entriesOf(content, name))
}

/** Returns the entries of a collection. @param list name of the collection */
export function entriesOf(content: Content, list: string): Entry[] {
  return content[list as keyof Content] as unknown as Entry[]
}

function byFile<T extends { file: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.file, item]))
}

function compareFiles(before: ParsedFile | undefined, after: ParsedFile | undefined): ContentChange[] {
  if (!before || !after) return [{ file: (after ?? before)?.file ?? '', change: after ? 'added' : 'removed' }]
  const old = before.source?.data
  const now = after.source?.data
  const fields = listChangedPaths(old, now).map((field): ContentChange => {
    return { file: after.file, change: 'changed', field, before: valueAt(old, field), after: valueAt(now, field) }
  })
  const isSameBody = before.body?.text === after.body?.text
  return isSameBody ? fields : [...fields, { file: after.file, change: 'changed', field: BODY_PATH }]
}

/** Returns the translations that changed. The field is that of the text in the source. */
function compareTranslations(before: ContentVersion, after: ContentVersion): ContentChange[] {
  const old = byFile(before.parsed.translations)
  const now = byFile(after.parsed.translations)
  const sources = byFile([...before.parsed.files, ...after.parsed.files])
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((file): ContentChange[] => {
    const [was, is] = [old.get(file), now.get(file)]
    if (was?.text === is?.text) return []
    const of = sources.get(was?.of ?? '')
    if (!was || !is || !of) return [{ file, change: is ? (was ? 'changed' : 'added') : 'removed' }]
    const [earlier, current] = [was, is].map((version) => parseTranslation(version).translation)
    const { texts: oldTexts = [], body: _, ...oldFields } = earlier?.fields ?? {}
    const { texts = [], body: __, ...fields } = current?.fields ?? {}
    const translations = new Map(oldTexts.map(({ from, to }) => [from, to]))
    const changed = (field: ValuePath, before: unknown, after: unknown): ContentChange[] =>
      before === after ? [] : [{ file, change: 'changed', field, before, after }]
    const paths = new Map(listTranslatableTexts(of, is.language).map(({ value, path }) => [value, path]))
    return [
      ...listChangedPaths(oldFields, fields).flatMap((path) =>
        changed(path, valueAt(oldFields, path), valueAt(fields, path)),
      ),
      ...texts.flatMap(({ from, to }) =>
        changed(paths.get(from) ?? [from], translations.get(from) || from, to || from),
      ),
      ...(earlier?.body.body === current?.body.body ? [] : [{ file, change: 'changed', field: BODY_PATH } as const]),
    ]
  })
}

/** Returns the images and downloads that were added, removed or replaced. */
function compareBytes(before: ContentVersion, after: ContentVersion): ContentChange[] {
  return (['images', 'documents'] as const).flatMap((kind) => {
    const home = kind === 'images' ? kind : DOCUMENTS_FOLDER
    const old = before.parsed[kind]
    const now = after.parsed[kind]
    const isSame = (name: string) =>
      old.has(name) && now.has(name) && hasSameBytes(before.files, after.files, `${home}/${name}`)
    const changed = [...new Set([...old, ...now])].filter((name) => !isSame(name)).sort()
    return changed.map((name): ContentChange => {
      const change = !old.has(name) ? 'added' : now.has(name) ? 'changed' : 'removed'
      return { file: `${path.basename(after.files.folder)}/${home}/${name}`, change }
    })
  })
}

/** Compares a file in two versions. Does not read a file that is the same file on disk in both. */
function hasSameBytes(before: ContentFiles, after: ContentFiles, file: string): boolean {
  const isSameFile = before.folder === after.folder && before.stamp(file) === after.stamp(file)
  return isSameFile || before.read(file).equals(after.read(file))
}

/** Returns the paths of the values that differ. If two lists differ in length, returns the path of the list. */
export function listChangedPaths(before: unknown, after: unknown, base: ValuePath = []): ValuePath[] {
  if (Object.is(before, after)) return []
  const isList = Array.isArray(before) && Array.isArray(after) && before.length === after.length
  if (!isList && !(isPlainObject(before) && isPlainObject(after))) return isDeepStrictEqual(before, after) ? [] : [base]
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return keys.flatMap((key) => listChangedPaths(old[key], now[key], [...base, isList ? Number(key) : key]))
}
