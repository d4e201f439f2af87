import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import type { ContentReader } from '../../dev/snapshot.ts'
import { readSampleOptions } from '../../scaffold/new/read-sample-options.ts'
import { createChanges } from '../changes/changes.ts'
import { computeVersion, type FileWrite } from '../files/content-store.ts'
import { applyFileChanges, type Entry, type FileEdit, readEntry } from '../files/entry.ts'
import { getFileType } from '../files/file-types.ts'
import { ConflictError, HttpError } from '../files/http-errors.ts'
import { choosePictureName, createThumbnail } from '../files/picture.ts'
import { planFileRename } from '../files/rename.ts'
import { createSafeStore } from '../files/safe-store.ts'
import { createSaveQueue, type FilePage, type SaveResult } from '../files/save-queue.ts'
import { createGitReader, listAffectedPages } from './git.ts'
import { type Choice, type ListedFile, listChoices, listContentFiles } from './list-files.ts'
import { createEntryDraft, createInitialValue, type NewEntryRequest } from './new-entry.ts'
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
  const saves = createSaveQueue(disk, validator.check, onWritten)
  const changes = createChanges(folder, { parse: validator.assess, put: saves.put })

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
    files: async (): Promise<ListedFile[]> => listContentFiles((await validator.assess()).parsed),
    choices: async (of: string): Promise<Choice[]> => listChoices((await validator.assess()).parsed, of),
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
        return { name: `create ${request.kind} ${request.slug}`, files, move: { to }, answer: to }
      }),
    /** Renames a file and updates all references. The old address redirects to the new one. */
    rename: (file: string, newName: string): Promise<FileSaveResult> =>
      saves.put(async () => {
        checkEntry(file)
        const place = path.resolve(path.dirname(folder), file)
        const { files, from, to } = await planFileRename(await validator.assess(), disk, place, newName)
        return { name: `rename ${file}`, files, move: { from, to }, answer: to }
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
        return { name: `add picture ${name}`, files, answer: { name } }
      }),
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
      saves.put(() => {
        const before = disk.read(file)
        const after = git.committed(file)
        if (!before && !after) throw new HttpError(`${file} does not exist and was never committed.`, 404)
        return { name: `revert ${file}`, files: [{ file, before, after }] }
      }),
    /** Returns the content with one file's body replaced; undefined if the content has errors. */
    async preview(file: string, text: string): Promise<Content | undefined> {
      const changed = applyFileChanges(file, bytesOf(file), [{ kind: 'body', text }])
      const current = await validator.assess()
      return (await current.dryRun(new Map([[file, changed]]))).content
    },
    step: saves.step,
    steps: saves.names,
  }
}
export type Editor = ReturnType<typeof createEditor>
