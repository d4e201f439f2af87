import { lstatSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { getPathField } from '@northshelf/site/collections/addresses.ts'
import { parse } from 'yaml'
import type { ContentFiles } from '../content/content-files.ts'
import { findSingleFile, type ParsedFile } from '../content/parsed.ts'
import { isShown } from '../content/publication.ts'
import { getTranslationName } from '../content/translations/translation-name.ts'
import { updateRedirectsForMove } from '../content/update-redirects.ts'
import { readFileIfUnchanged, resolveSymlink, writeFiles } from '../content/write-files.ts'
import { YamlEditError } from '../content/yaml/node-edits.ts'
import { applyEdits, type Edit } from '../diagnostics/edit.ts'
import { exitCodes, Failure, toSystemFailure } from '../diagnostics/failure.ts'
import { type Range, toLocation } from '../diagnostics/location.ts'
import type { ContentItem } from './content-item.ts'
import { type NewName, resolveNewName } from './new-name.ts'
import type { ContentIndex } from './read-items.ts'

/** A file before and after a rename. Paths are relative to the parent of the content folder. */
export interface PlannedChange {
  file: string
  /** New path; equal to the old path if the file does not move. */
  to: string
  /** Old text; undefined for an image or document, which is only moved. */
  before?: string
  /** New text; undefined for an image, a document or a deleted file. */
  after?: string
  /** Number of places changed in the file. */
  edits: number
}

export interface RenamePlan {
  from: ContentItem
  to: NewName
  changes: PlannedChange[]
  /** The old and the new address, if the address changes. */
  moved: { from: string; to: string } | undefined
  /** Whether the old address redirects to the new one. */
  redirected: boolean
}

/**
 * Plans the changes that rename an item and update all references to it.
 * @param redirect whether the old address of a page redirects to the new one
 * @throws Failure with exit code 1 if the content has errors or a reference cannot be changed, 2 if there is no such
 * item, or if the new name is invalid or taken
 */
export function planRename(index: ContentIndex, old: string, newName: string, redirect = true): RenamePlan {
  if (index.problems.some(({ severity }) => severity === 'error'))
    throw new Failure(
      'The content has errors, which may hide references. Fix them first; site check lists them.',
      exitCodes.problems,
    )
  const item = index.find(old)
  const to = resolveNewName(item, newName, index)
  const { files, edition } = index.parsed
  const edits = new Map<ParsedFile, Edit[]>()
  const unclear: string[] = []
  const replace = (file: ParsedFile, [start, end]: Range, word: string, text: string) => {
    const { line, column } = toLocation(file.text, [start, end])
    if (file.text.slice(start, end) !== word) unclear.push(`${file.file}:${line}:${column}`)
    else if (word !== text) edits.set(file, [...(edits.get(file) ?? []), { start, end, text }])
  }
  const { entry, address } = item
  const moved = address && to.address && address !== to.address ? { from: address, to: to.address } : undefined
  // An entry that is not published needs no redirect from its old address.
  const recorded =
    redirect && moved && (!entry || isShown(entry, edition))
      ? createRedirectChange(index, moved.from, moved.to)
      : undefined
  for (const { kind, file, name, range } of index.usesOf(item)) {
    // Skip redirects.yaml, because the change in `recorded` already updates its targets.
    if (file.file === recorded?.file) continue
    replace(file, range(), name, kind === 'link' ? (to.address ?? name) : to.reference)
  }
  const field = entry?.collection && getPathField(entry.collection)
  if (field && moved) replace(entry, entry.source?.rangeOfWord([field], moved.from) ?? [0, 0], moved.from, moved.to)
  const facts = findSingleFile(files, 'facts')
  if (item.kind === 'fact' && facts?.source) {
    const [start, end] = facts.source.range([item.reference], 'key')
    const at = start + facts.text.slice(start, end).indexOf(item.reference)
    replace(facts, [at, at + item.reference.length], item.reference, to.reference)
  }
  if (unclear.length > 0)
    throw new Failure(
      `Some references to ${item.name} are spelled differently. Change these by hand: ${unclear.join(', ')}. Nothing was written.`,
      exitCodes.problems,
    )

  const changes = files.flatMap((file): PlannedChange[] => {
    const own = edits.get(file) ?? []
    const newPath = file === entry ? to.file : file.file
    return own.length === 0 && newPath === file.file ? [] : [createFileChange(index.files, file, newPath, own)]
  })
  if (entry && to.file !== entry.file)
    for (const { file, of, language, text } of index.parsed.translations)
      if (of === entry.file)
        changes.push(createFileChange(index.files, { file, text }, getTranslationName(to.file, language), []))
  if (item.kind === 'image' || item.kind === 'document') changes.push({ file: item.file, to: to.file, edits: 0 })
  if (recorded) changes.push(recorded)
  // Reverting an earlier rename removes the redirect instead of adding one.
  const redirected = moved !== undefined && Object.hasOwn(parse(recorded?.after ?? '') ?? {}, moved.from)
  return { from: item, to, changes, moved, redirected }
}

/** Returns the change to `redirects.yaml` that redirects a page's old address in each language to its new one. */
export function createRedirectChange(index: ContentIndex, from: string, to: string): PlannedChange {
  const { files, folder, parsed, translatedPages } = index
  const single = findSingleFile(parsed.files, 'redirects')
  const file = `${path.basename(folder)}/redirects.yaml`
  const before = single ? files.read('redirects.yaml').toString('utf8') : ''
  // The address of a translation that has no slug or path of its own ends like that of the source.
  const last = from.lastIndexOf('/')
  const end = to.startsWith(from.slice(0, last + 1)) ? last : 0
  const moved = (translatedPages.get(from) ?? [{ path: from }]).filter(({ path }) => path.endsWith(from.slice(end)))
  const update = (text: string, { path }: { path: string }) =>
    updateRedirectsForMove(text, path, path.slice(0, end - from.length) + to.slice(end))
  const after = updateText(file, () => moved.reduce(update, before))
  // If no redirects are left, the file is deleted.
  return { file, to: file, before, ...(after && { after }), edits: 1 }
}

/** @throws Failure with exit code 1 if the YAML uses syntax that cannot be edited */
function updateText(file: string, update: () => string): string {
  try {
    return update()
  } catch (error) {
    if (!(error instanceof YamlEditError)) throw error
    throw new Failure(`${file} cannot be updated: ${error.message} Nothing was written.`, exitCodes.problems)
  }
}

/** @throws Failure with exit code 1 if the file has changed since it was read */
export function createFileChange(
  files: ContentFiles,
  { file, text }: Pick<ParsedFile, 'file' | 'text'>,
  to: string,
  edits: readonly Edit[],
) {
  const { before, mark } = readFileIfUnchanged(files, { file, text })
  return { file, to, before, after: mark + applyEdits(text, edits), edits: edits.length }
}

/**
 * Moves and writes all files or none. Preserves symbolic links.
 * @param root the parent of the content folder
 * @throws Failure with exit code 3
 */
export function writeChanges(root: string, changes: readonly PlannedChange[]): void {
  const moved: (() => void)[] = []
  const at = (file: string) => path.join(root, file)
  try {
    for (const { file, to } of changes) {
      if (file === to) continue
      if (lstatSync(at(to), { throwIfNoEntry: false })) throw new Failure(`${to} already exists.`, exitCodes.cannotRun)
      mkdirSync(path.dirname(at(to)), { recursive: true })
      renameSync(at(file), at(to))
      moved.push(() => renameSync(at(to), at(file)))
    }
    const written = changes.filter(({ before, after }) => before !== after)
    const writes = written.map(({ to, after }) => ({ file: to, after }))
    writeFiles(writes, ({ file }) => resolveSymlink(at(file)))
  } catch (error) {
    for (const moveBack of moved.reverse()) moveBack()
    const failure = error instanceof Failure ? error : toSystemFailure(error)
    if (!failure) throw error
    throw new Failure(`${failure.message} No file was changed.`, exitCodes.cannotRun)
  }
}
