import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createParseCache } from '../../content/parse-cache.ts'
import type { EditionRequest } from '../../content/publication.ts'
import { valueAt } from '../../content/value-at.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import { isShallow } from '../../content/yaml/value-change.ts'
import { listNewProblems, type Problem } from '../../diagnostics/problem.ts'
import { parseFolder } from '../../engine/load.ts'
import type { ContentStore, FileWrite } from '../server/content-store.ts'
import { computeVersion, createContentStore } from '../server/content-store.ts'
import { applyFileChanges, readEntry, replaceText } from '../server/entry.ts'
import { getFileType } from '../server/file-types.ts'
import { HttpError } from '../server/http-errors.ts'
import { choosePictureName } from '../server/picture.ts'
import { planFileRename } from '../server/rename.ts'
import { type ContentEdit, describeEdit } from './change-set.ts'
import { withScratchCopy } from './scratch-folder.ts'

/** An edit that cannot be applied. */
export interface EditFailure {
  index: number
  /** The edit, as a line. */
  edit: string
  message: string
  /**
   * Set if the content has changed since the edit was made: the value then, now and after the edit, null if there is
   * none. Of an insertion, the numbers of list entries; of a deletion, hashes of the file.
   */
  conflict?: { kind: ContentEdit['kind']; file: string; path: ValuePath; was: unknown; now: unknown; proposed: unknown }
}

type Folder = Awaited<ReturnType<typeof parseFolder>> & { folder: string }

/** The result of applying edits to a copy of the content folder. */
export interface DryRunResult {
  /** The edits that could be applied, with the values that they replace. */
  edits: ContentEdit[]
  failures: EditFailure[]
  /** The files that change, sorted by path. */
  writes: FileWrite[]
  /** Problems that `site check` reports only after the edits. */
  problems: Problem[]
  before: Folder
  after: Folder
}

/**
 * Applies edits to a copy of the content folder, and checks the copy.
 * @param folder absolute path of the content folder, which is not changed
 * @param use is called with the result; the copy, to which `after` refers, exists until it has finished
 */
export async function dryRunEdits<T>(
  folder: string,
  edits: readonly ContentEdit[],
  use: (result: DryRunResult) => T | Promise<T>,
  edition: EditionRequest = { today: new Date() },
): Promise<T> {
  return withScratchCopy(folder, async (copy, cache) => {
    const original = createContentStore(folder)
    const { disk, writes } = createRecorder(createContentStore(copy))
    const applied: ContentEdit[] = []
    const failures: EditFailure[] = []
    for (const [index, edit] of edits.entries()) {
      try {
        // Throws if a link in the path leads out of the folder. The copy contains no links.
        if ('file' in edit) original.read(edit.file)
        const was = readReplacedValue(disk, edit)
        if ('was' in edit && edit.was !== undefined && !isDeepStrictEqual(was, edit.was))
          throw new EditConflict(edit, was)
        disk.write(await planEdit(copy, disk, edit))
        applied.push(was === undefined || !isShallow(was) ? edit : ({ ...edit, was } as ContentEdit))
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        const conflict = error instanceof EditConflict ? { conflict: error.conflict } : {}
        failures.push({ index, edit: describeEdit(edit), message: error.message, ...conflict })
      }
    }
    const before = await parseFolder(folder, { edition })
    const after = await parseFolder(copy, { edition, cache: createParseCache(cache) })
    return use({
      edits: applied,
      failures,
      writes: writes(),
      problems: listNewProblems(before.problems, after.problems),
      before: { ...before, folder },
      after: { ...after, folder: copy },
    })
  })
}

class EditConflict extends HttpError {
  readonly conflict
  constructor(edit: Exclude<ContentEdit, { kind: 'rename' }>, now: unknown) {
    super(`${edit.file} no longer contains what this edit replaces.`, 409)
    const { kind, file } = edit
    const path = 'path' in edit ? edit.path : []
    const proposed = 'value' in edit ? edit.value : 'text' in edit ? edit.text : null
    this.conflict = { kind, file, path, was: 'was' in edit ? edit.was : undefined, now, proposed }
  }
}

/** Wraps a store. `writes` returns the files that differ from their first version. */
function createRecorder(store: ContentStore) {
  const first = new Map<string, Buffer | undefined>()
  const disk: ContentStore = {
    read: store.read,
    write(files) {
      for (const { file, before } of files) if (!first.has(file)) first.set(file, before)
      store.write(files)
    },
  }
  const writes = (): FileWrite[] =>
    [...first]
      .map(([file, before]) => ({ file, before, after: store.read(file) }))
      .filter(({ before, after }) => computeVersion(before) !== computeVersion(after))
      .sort((a, b) => (a.file < b.file ? -1 : 1))
  return { disk, writes }
}

/** Returns what an edit replaces, in the form of `was`; undefined if the edit itself names it. */
function readReplacedValue(disk: ContentStore, edit: ContentEdit): unknown {
  if (edit.kind === 'delete') return computeVersion(disk.read(edit.file))
  if (edit.kind !== 'body' && !('path' in edit)) return undefined
  const { fields, body } = readEntry(edit.file, readExisting(disk, edit.file))
  if (edit.kind === 'body') return body ?? null
  // As JSON, because change sets are stored as JSON.
  const found = valueAt(fields, edit.kind === 'insert' ? edit.path.slice(0, -1) : edit.path)
  const value: unknown = JSON.parse(JSON.stringify(found ?? null))
  return edit.kind === 'insert' && Array.isArray(value) ? value.length : value
}

/** Returns the writes that an edit makes. @throws HttpError if it cannot be applied */
async function planEdit(folder: string, disk: ContentStore, edit: ContentEdit): Promise<readonly FileWrite[]> {
  if (edit.kind === 'rename') return (await planFileRename(folder, disk, edit.from, edit.to)).files
  const { file } = edit
  if (edit.kind === 'create' || edit.kind === 'picture') {
    if (disk.read(file)) throw new HttpError(`${file} already exists.`)
    const bytes = edit.kind === 'picture' ? await decodePicture(folder, disk, edit) : Buffer.from(edit.text)
    if (edit.kind === 'create') getFileType(file)
    return [{ file, before: undefined, after: bytes }]
  }
  const before = readExisting(disk, file)
  if (edit.kind === 'delete') {
    if (!getFileType(file).isEntry) throw new HttpError(`${file} is required and cannot be deleted.`)
    return [{ file, before, after: undefined }]
  }
  const after = edit.kind === 'replace' ? replaceText(file, before, edit) : applyFileChanges(file, before, [edit])
  return [{ file, before, after }]
}

function readExisting(disk: ContentStore, file: string): Buffer {
  getFileType(file)
  const bytes = disk.read(file)
  if (!bytes) throw new HttpError(`There is no file ${file}.`, 404)
  return bytes
}

async function decodePicture(
  folder: string,
  disk: ContentStore,
  { file, base64 }: Extract<ContentEdit, { kind: 'picture' }>,
): Promise<Buffer> {
  const bytes = Buffer.from(base64, 'base64')
  const images = `${path.basename(folder)}/images/`
  const name = await choosePictureName(file, bytes, (taken) => disk.read(images + taken) !== undefined)
  if (images + name !== file) throw new HttpError(`${file} is not a valid name for this picture. Use ${images}${name}.`)
  return bytes
}
