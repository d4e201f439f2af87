import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import type { ContentReader } from '../../dev/snapshot.ts'
import { readSampleOptions } from '../../scaffold/new/read-sample-options.ts'
import { createChanges } from '../changes/changes.ts'
import type { FileEdit } from './change.ts'
import { computeVersion, type FileWrite } from './content-store.ts'
import { applyFileChanges, type Entry, readEntry } from './entry.ts'
import { getFileType } from './file-types.ts'
import { createGitReader, listAffectedPages } from './git.ts'
import { ConflictError, HttpError } from './http-errors.ts'
import { type Choice, type ListedFile, listChoices, listContentFiles } from './list-files.ts'
import { createEntryDraft, createInitialValue, type NewEntryRequest } from './new-entry.ts'
import { choosePictureName, createThumbnail } from './picture.ts'
import { planFileRename } from './rename.ts'
import { createSafeStore } from './safe-store.ts'
import { createSaveQueue, type FilePage, type SaveResult } from './save-queue.ts'
import { createValidator } from './validate.ts'

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
  const validator = createValidator(reader)
  const git = createGitReader(folder)
  const saves = createSaveQueue(disk, validator, onWritten)
  const changes = createChanges(folder, (name, files) =>
    saves.put(`apply ${name}`, () => files, { check: async () => undefined }),
  )

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

  return {
    read,
    /** Returns an initial value for a new field or list entry. @param shape the variant, if there are several */
    sample: (file: string, path: ValuePath, shape?: string) =>
      createInitialValue(read(file), path, readSampleOptions(folder), shape),
    files: async (): Promise<ListedFile[]> => listContentFiles((await validator.assess()).parsed),
    choices: async (of: string): Promise<Choice[]> => listChoices((await validator.assess()).parsed, of),
    /** Writes all edits or none. @param name label of the undo step */
    save: (edits: readonly FileEdit[], name: string): Promise<SaveResult> =>
      saves.put(name, () =>
        edits.map(({ file, version, changes }): FileWrite => {
          const before = bytesOf(file)
          if (computeVersion(before) !== version) throw new ConflictError(file, before)
          return { file, before, after: applyFileChanges(file, before, changes) }
        }),
      ),
    /** Creates a file as a draft. */
    async create(request: NewEntryRequest): Promise<FileSaveResult> {
      const { file, text, address } = createEntryDraft(folder, request)
      const created = { file, before: undefined, after: Buffer.from(text) }
      const to = { file, address }
      const saved = await saves.put(`create ${request.kind} ${request.slug}`, () => [created], { move: { to } })
      return { ...saved, ...to }
    },
    /** Renames a file and updates all references. The old address redirects to the new one. */
    async rename(file: string, newName: string): Promise<FileSaveResult> {
      checkEntry(file)
      const { from, to, files } = await planFileRename(folder, disk, path.resolve(path.dirname(folder), file), newName)
      return { ...(await saves.put(`rename ${file}`, () => files, { move: { from, to } })), ...to }
    },
    /** Deletes a file. @throws ValidationError if other content refers to the file */
    async remove(file: string): Promise<SaveResult> {
      checkEntry(file)
      const removed = () => [{ file, before: bytesOf(file), after: undefined }]
      return saves.put(`delete ${file}`, removed, { move: { from: { file } } })
    },
    /** @returns the image's file name in the content folder */
    async addPicture(fileName: string, bytes: Buffer): Promise<SaveResult & { name: string }> {
      const isTaken = (candidate: string) => disk.read(`${pictures}/${candidate}`) !== undefined
      const name = await choosePictureName(fileName, bytes, isTaken)
      const file = `${pictures}/${name}`
      return { ...(await saves.put(`add picture ${name}`, () => [{ file, before: undefined, after: bytes }])), name }
    },
    /** Returns an image's thumbnail as a data URL. */
    async thumbnail(name: string): Promise<string> {
      const bytes = disk.read(`${pictures}/${name}`)
      if (!bytes) throw new HttpError(`The picture ${name} does not exist.`, 404)
      return createThumbnail(bytes)
    },
    remarks: validator.remarks,
    changedFiles: git.changes,
    changes,
    affectedPages: () => listAffectedPages(folder),
    /** Restores a file from the last commit; deletes it if it was never committed. */
    revert: (file: string): Promise<SaveResult> =>
      saves.put(`revert ${file}`, () => {
        const [before, after] = [disk.read(file), git.committed(file)]
        if (!before && !after) throw new HttpError(`${file} does not exist and was never committed.`, 404)
        return [{ file, before, after }]
      }),
    /** Returns the content with one file's body replaced; undefined if the content has errors. */
    async preview(file: string, text: string): Promise<Content | undefined> {
      const changed = applyFileChanges(file, bytesOf(file), [{ kind: 'body', text }])
      return (await validator.assess(new Map([[file, changed.toString('utf8')]]))).content
    },
    step: saves.step,
    steps: saves.names,
  }
}
export type Editor = ReturnType<typeof createEditor>
