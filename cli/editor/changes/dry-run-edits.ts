import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { valueAt } from '../../content/value-at.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import { isShallow } from '../../content/yaml/value-change.ts'
import { listNewProblems, type Problem } from '../../diagnostics/problem.ts'
import type { CheckedContent, SavedContent } from '../../engine/load.ts'
import type { ContentStore, FileWrite } from '../files/content-store.ts'
import { computeVersion, createContentStore } from '../files/content-store.ts'
import { applyFileChanges, getFileType, readEntry, replaceText } from '../files/entry.ts'
import { HttpError } from '../files/http-errors.ts'
import { choosePictureName } from '../files/picture.ts'
import { planFileRename } from '../files/rename.ts'
import type { ContentEdit } from './change-set.ts'
import { describeEdit, formatEditName } from './describe-edit.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'

/** An edit that cannot be applied. */
export interface EditFailure {
  index: number
  /** The edit, as in the descriptions. */
  edit: string
  message: string
  /**
   * Set if the content has changed since the edit was made: the value at that time, the current value, and the value
   * after the edit; null for a missing value. For an insertion, the numbers of list entries; for a deletion, hashes of
   * the file.
   */
  conflict?: { kind: ContentEdit['kind']; file: string; path: ValuePath; was: unknown; now: unknown; proposed: unknown }
}

/** The result of applying edits to the content in memory. */
export interface DryRunResult {
  /** The edits. In those that could be applied, `was` is the value that they replaced. */
  edits: ContentEdit[]
  /** What each edit of this run does, in order. */
  descriptions: string[]
  failures: EditFailure[]
  /** The files that change, sorted by path. */
  writes: FileWrite[]
  /** Problems that `site check` reports only after the edits. */
  problems: Problem[]
  before: SavedContent
  after: CheckedContent
  /** New content of the files. */
  changes: DraftStore['changes']
}

/**
 * Applies edits to the content in memory, and checks the result.
 * @param before the current content, which is not changed
 * @param earlier new content of files from earlier edits
 */
export async function dryRunEdits(
  before: SavedContent,
  edits: readonly ContentEdit[],
  earlier?: DraftStore['changes'],
): Promise<DryRunResult> {
  const draft = createDraftStore(createContentStore(before.files.folder), earlier)
  const applied: ContentEdit[] = []
  const failures: EditFailure[] = []
  const descriptions: string[] = []
  for (const [index, edit] of edits.entries()) {
    let replaced: ReturnType<typeof readReplacedValue> = {}
    let done = edit
    let failure: Omit<EditFailure, 'edit'> | undefined
    try {
      replaced = readReplacedValue(draft, edit)
      const { was } = replaced
      if ('was' in edit && edit.was !== undefined && !isDeepStrictEqual(was, edit.was))
        throw new EditConflict(edit, was)
      draft.write(await planEdit(before, draft, edit))
      if (was !== undefined && isShallow(was)) done = { ...edit, was } as ContentEdit
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const conflict = error instanceof EditConflict ? { conflict: error.conflict } : {}
      failure = { index, message: error.message, ...conflict }
    }
    const description = describeEdit(done, formatEditName(edit, replaced.fields, before.parsed))
    applied.push(done)
    descriptions.push(description)
    if (failure) failures.push({ edit: description, ...failure })
  }
  const { changes } = draft
  const after = changes.size > 0 ? await before.dryRun(changes) : before
  const problems = listNewProblems(before.problems, after.problems)
  return { edits: applied, descriptions, failures, writes: draft.writes(), problems, before, after, changes }
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

type ReadableStore = Pick<ContentStore, 'read'>

/** Returns the value that an edit replaces, as for `was`, and the fields of the file, if the edit has them. */
function readReplacedValue(disk: ReadableStore, edit: ContentEdit): { was?: unknown; fields?: unknown } {
  if (edit.kind === 'delete') return { was: computeVersion(disk.read(edit.file)) }
  if (edit.kind === 'create') return { fields: readEntry(edit.file, Buffer.from(edit.text)).fields }
  if (edit.kind !== 'body' && !('path' in edit)) return {}
  const { fields, body } = readEntry(edit.file, readExisting(disk, edit.file))
  if (edit.kind === 'body') return { was: body ?? null, fields }
  // As JSON, because change sets are stored as JSON.
  const found = valueAt(fields, edit.kind === 'insert' ? edit.path.slice(0, -1) : edit.path)
  const value: unknown = JSON.parse(JSON.stringify(found ?? null))
  return { was: edit.kind === 'insert' && Array.isArray(value) ? value.length : value, fields }
}

/** Returns the writes that an edit makes. @throws HttpError if it cannot be applied */
async function planEdit(before: SavedContent, draft: DraftStore, edit: ContentEdit): Promise<readonly FileWrite[]> {
  if (edit.kind === 'rename') {
    const content = draft.changes.size > 0 ? await before.dryRun(draft.changes) : before
    return (await planFileRename(content, draft, edit.from, edit.to)).files
  }
  const { file } = edit
  if (edit.kind === 'create' || edit.kind === 'picture') {
    if (draft.read(file)) throw new HttpError(`${file} already exists.`)
    const bytes =
      edit.kind === 'picture' ? await decodePicture(before.files.folder, draft, edit) : Buffer.from(edit.text)
    if (edit.kind === 'create') getFileType(file)
    return [{ file, before: undefined, after: bytes }]
  }
  const bytes = readExisting(draft, file)
  if (edit.kind === 'delete') {
    if (!getFileType(file).isEntry) throw new HttpError(`${file} is required and cannot be deleted.`)
    return [{ file, before: bytes, after: undefined }]
  }
  const after = edit.kind === 'replace' ? replaceText(file, bytes, edit) : applyFileChanges(file, bytes, [edit])
  return [{ file, before: bytes, after }]
}

function readExisting(disk: ReadableStore, file: string): Buffer {
  getFileType(file)
  const bytes = disk.read(file)
  if (!bytes) throw new HttpError(`There is no file ${file}.`, 404)
  return bytes
}

async function decodePicture(
  folder: string,
  disk: ReadableStore,
  { file, base64 }: Extract<ContentEdit, { kind: 'picture' }>,
): Promise<Buffer> {
  const bytes = Buffer.from(base64, 'base64')
  const images = `${path.basename(folder)}/images/`
  const name = await choosePictureName(file, bytes, (taken) => disk.read(images + taken) !== undefined)
  if (images + name !== file) throw new HttpError(`${file} is not a valid name for this picture. Use ${images}${name}.`)
  return bytes
}
