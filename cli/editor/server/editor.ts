import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { SavedFiles } from '../../content/content-files.ts'
import type { EditionRequest } from '../../content/publication.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import type { ContentReader } from '../../dev/snapshot.ts'
import { listNewErrors } from '../../diagnostics/problem.ts'
import type { SavedContent } from '../../engine/check-saved.ts'
import { readSampleOptions } from '../../scaffold/new/read-sample-options.ts'
import { createChanges } from '../changes/changes.ts'
import { computeVersion, type FileWrite } from '../files/content-store.ts'
import { applyFileChanges, type Entry, type FileEdit, readEntry } from '../files/entry.ts'
import { getFileType } from '../files/file-types.ts'
import { ConflictError, type FieldProblem, HttpError, ValidationError } from '../files/http-errors.ts'
import { choosePictureName, createThumbnail } from '../files/picture.ts'
import { placeProblem } from '../files/place-problem.ts'
import { planFileRename } from '../files/rename.ts'
import { createSafeStore } from '../files/safe-store.ts'
import { createSaveQueue, type FilePage, type SaveResult } from '../files/save-queue.ts'
import { createGitReader, listAffectedPages } from './git.ts'
import { type Choice, type ListedFile, listChoices, listContentFiles } from './list-files.ts'
import { createEntryDraft, createInitialValue, type NewEntryRequest } from './new-entry.ts'

/** The result of creating or renaming a file. */
export type FileSaveResult = SaveResult & FilePage

export interface EditorOptions {
  /** Absolute path of the content folder. */
  folder: string
  reader: () => ContentReader | undefined
  /** Called after files have been written. Resolves when the pages have been updated. */
  onWritten(files: readonly string[]): Promise<unknown>
}

/** Reads and changes content files on behalf of the editor. */
export function createEditor({ folder, reader, onWritten }: EditorOptions) {
  const disk = createSafeStore(folder)
  const pictures = `${path.basename(folder)}/images`
  const git = createGitReader(folder)
  const saves = createSaveQueue(disk, checkWrites, onWritten)
  const changes = createChanges(folder, { checkSaved, put: saves.put })

  /** Reads and checks the content. @throws HttpError if the sources have never compiled */
  async function checkSaved(edition?: EditionRequest): Promise<SavedContent> {
    const current = reader()
    if (!current) throw new HttpError('The site has not compiled yet. Fix the errors shown in the terminal first.', 503)
    return current.checkSaved(edition)
  }
  /**
   * Checks files with the rules of `site check` before they are written.
   * @returns the content with which the files were checked
   * @throws ValidationError if the files introduce an error
   */
  async function checkWrites(writes: readonly FileWrite[]): Promise<SavedFiles> {
    const before = await checkSaved()
    const after = await before.dryRun(new Map(writes.map(({ file, after: bytes }) => [file, bytes])))
    if (after.content) return before.files
    const found = listNewErrors(before.problems, after.problems)
    if (found.length > 0) throw new ValidationError(found.map((problem) => placeProblem(problem, after)))
    if (before.content) throw new HttpError('The site cannot be built without this file.')
    return before.files
  }
  /** @throws HttpError if the path is not a content file or the file no longer exists */
  function bytesOf(file: string): Buffer {
    getFileType(file)
    const bytes = disk.read(file)
    if (!bytes) throw new ConflictError(file, undefined)
    return bytes
  }
  function checkEntry(file: string): void {
    bytesOf(file)
    if (!getFileType(file).isEntry) throw new HttpError(`${file} is required and cannot be renamed or deleted.`)
  }
  const read = (file: string): Entry => readEntry(file, bytesOf(file))
  function find(file: string): Entry | undefined {
    getFileType(file)
    const bytes = disk.read(file)
    return bytes && readEntry(file, bytes)
  }

  return {
    /** Returns a file's values; undefined if the file does not exist. */
    find,
    read,
    /** Returns an initial value for a new field or list entry. @param shape the variant, if there are several */
    sample: (file: string, path: ValuePath, shape?: string) =>
      createInitialValue(read(file), path, readSampleOptions(folder), shape),
    files: async (): Promise<ListedFile[]> => listContentFiles((await checkSaved()).parsed),
    choices: async (of: string): Promise<Choice[]> => listChoices((await checkSaved()).parsed, of),
    /** Writes all edits or none. @param name label of the undo step */
    save: (edits: readonly FileEdit[], name: string): Promise<SaveResult> =>
      saves.put(() => {
        const files = edits.map(({ file, version, changes }): FileWrite => {
          const before = bytesOf(file)
          if (computeVersion(before) !== version) throw new ConflictError(file, before)
          return { file, before, after: applyFileChanges(file, before, changes) }
        })
        return { name, files }
      }),
    /** Creates a file as a draft. */
    create: (request: NewEntryRequest): Promise<FileSaveResult> =>
      saves.put(() => {
        const { file, text, address } = createEntryDraft(folder, request)
        const to = { file, address }
        const files = [{ file, before: undefined, after: Buffer.from(text) }]
        return { name: `create ${request.kind} ${request.slug}`, files, move: { to }, extra: to }
      }),
    /** Renames a file and updates all references. The old address redirects to the new one. */
    rename: (file: string, newName: string): Promise<FileSaveResult> =>
      saves.put(async () => {
        checkEntry(file)
        const place = path.resolve(path.dirname(folder), file)
        const { files, from, to } = await planFileRename(await checkSaved(), disk, place, newName)
        return { name: `rename ${file}`, files, move: { from, to }, extra: to }
      }),
    /** Deletes a file. @throws ValidationError if other content refers to the file */
    remove: (file: string): Promise<SaveResult> =>
      saves.put(() => {
        checkEntry(file)
        const files = [{ file, before: bytesOf(file), after: undefined }]
        return { name: `delete ${file}`, files, move: { from: { file } } }
      }),
    /** @returns the image's file name in the content folder */
    addPicture: (fileName: string, bytes: Buffer): Promise<SaveResult & { name: string }> =>
      saves.put(async () => {
        const isTaken = (candidate: string) => disk.read(`${pictures}/${candidate}`) !== undefined
        const name = await choosePictureName(fileName, bytes, isTaken)
        const files = [{ file: `${pictures}/${name}`, before: undefined, after: bytes }]
        return { name: `add picture ${name}`, files, extra: { name } }
      }),
    /** Returns an image's thumbnail as a data URL. */
    async thumbnail(name: string): Promise<string> {
      const bytes = disk.read(`${pictures}/${name}`)
      if (!bytes) throw new HttpError(`The picture ${name} does not exist.`, 404)
      return createThumbnail(bytes)
    },
    /** Lists the warnings for a file. */
    async remarks(file: string): Promise<FieldProblem[]> {
      const now = await checkSaved()
      return now.problems
        .filter((problem) => problem.file === file && problem.severity !== 'error')
        .map((problem) => placeProblem(problem, now))
    },
    changedFiles: git.changes,
    changes,
    affectedPages: () => listAffectedPages(folder),
    /** Restores a file from the last commit; deletes it if it was never committed. */
    revert: (file: string): Promise<SaveResult> =>
      saves.put(() => {
        const before = disk.read(file)
        const after = git.committed(file)
        if (!before && !after) throw new HttpError(`${file} does not exist and was never committed.`, 404)
        return { name: `revert ${file}`, files: [{ file, before, after }] }
      }),
    /** Returns the content with one file's body replaced; undefined if the content has errors. */
    async preview(file: string, text: string): Promise<Content | undefined> {
      const changed = applyFileChanges(file, bytesOf(file), [{ kind: 'body', text }])
      const current = await checkSaved()
      return (await current.dryRun(new Map([[file, changed]]))).content
    },
    step: saves.step,
    steps: saves.names,
  }
}
export type Editor = ReturnType<typeof createEditor>
