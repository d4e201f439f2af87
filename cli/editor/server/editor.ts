import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { EditionRequest } from '../../content/publication.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import type { ContentReader } from '../../dev/snapshot.ts'
import type { CheckedContent, SavedContent } from '../../engine/load.ts'
import { readSampleOptions } from '../../scaffold/new/read-sample-options.ts'
import type { ContentEdit } from '../changes/change-set.ts'
import { type Changes, createChanges } from '../changes/changes.ts'
import { computeVersion, createSafeStore, type FileWrite } from '../files/content-store.ts'
import { applyFileChanges, type Entry, type FileEdit, getFileType, readEntry } from '../files/entry.ts'
import { ConflictError, type FieldProblem, HttpError, placeProblem } from '../files/http-errors.ts'
import { choosePictureName, createThumbnail, removePictureMetadata } from '../files/picture.ts'
import { planFileRename } from '../files/rename.ts'
import { createSaveQueue, type FilePage, type Save, type SaveResult } from '../files/save-queue.ts'
import { createGitReader, listAffectedPages } from './git.ts'
import { type Choice, type ListedFile, listChoices, listContentFiles } from './list-files.ts'
import { createEntryDraft, createInitialValue, type NewEntryRequest } from './new-entry.ts'
import { planTranslation, readTranslation, type TranslateRequest } from './translation.ts'

type PlannedSave<T> = Save<T> & { edits: readonly ContentEdit[] }

/** What an editor reads, and where it saves. */
export interface Workspace extends Omit<ReturnType<typeof openFolder>, 'changes' | 'saves'> {
  saves: Pick<ReturnType<typeof createSaveQueue>, 'names' | 'step'> & {
    /** @param plan returns the files to write, and the same save as edits of a change set */
    put<T>(plan: () => PlannedSave<T> | Promise<PlannedSave<T>>): Promise<SaveResult & T>
  }
  /** The proposals that the editor shows. */
  changes: Pick<Changes, 'list' | 'effect' | 'propose' | 'approve' | 'withdraw' | 'resolve' | 'apply' | 'discard'>
  /** Name of the only change set that the editor shows, and to which it saves; undefined if it saves to files. */
  changeSet?: string
}

interface FolderOptions {
  /** Absolute path of the content folder. */
  folder: string
  reader: () => ContentReader | undefined
  /** Called after files have been written. Resolves when the pages have been updated. */
  onWritten(files: readonly string[]): Promise<unknown>
}

/** Opens a content folder whose files the editor writes. */
export function openFolder({ folder, reader, onWritten }: FolderOptions) {
  const disk = createSafeStore(folder)
  const git = createGitReader(folder)
  const saves = createSaveQueue(disk, { check, onWritten })

  async function check(edition?: EditionRequest): Promise<SavedContent> {
    const current = reader()
    if (!current) throw new HttpError('The site has not compiled yet. Fix the errors shown in the terminal first.', 503)
    return current.checkSaved(edition)
  }

  return {
    folder,
    read: disk.read,
    /** Reads and checks the content. @throws HttpError if the sources have never compiled */
    check: (): Promise<CheckedContent> => check(),
    saves,
    changes: createChanges(folder, { checkSaved: check, put: saves.put }),
    changedFiles: git.changes,
    affectedPages: () => listAffectedPages(folder),
    /** Restores a file from the last commit; deletes it if it was never committed. */
    revert: (file: string): Promise<SaveResult> =>
      saves.put(() => {
        const before = disk.read(file)
        const after = git.committed(file)
        if (!before && !after) throw new HttpError(`${file} does not exist and was never committed.`, 404)
        return { name: `revert ${file}`, files: [{ file, before, after }] }
      }),
  }
}

/** The result of creating or renaming a file. */
export type FileSaveResult = SaveResult & FilePage

/** Reads and changes content files on behalf of the editor. */
export function createEditor({ folder, read: readBytes, check, saves, ...review }: Workspace) {
  const pictures = `${path.basename(folder)}/images`

  /** @throws HttpError if the path is not a content file or the file no longer exists */
  function bytesOf(file: string): Buffer {
    getFileType(file)
    const bytes = readBytes(file)
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
    const bytes = readBytes(file)
    return bytes && readEntry(file, bytes)
  }

  return {
    /** Returns a file's values; undefined if the file does not exist. */
    find,
    read,
    /** Returns an initial value for a new field or list entry. @param shape the variant, if there are several */
    sample: async (file: string, path: ValuePath, shape?: string) =>
      createInitialValue(read(file), path, readSampleOptions((await check()).files), shape),
    files: async (): Promise<ListedFile[]> => listContentFiles((await check()).parsed),
    choices: async (of: string): Promise<Choice[]> => listChoices((await check()).parsed, of),
    /** Writes all edits or none. @param name label of the undo step */
    save: (edits: readonly FileEdit[], name: string): Promise<SaveResult> =>
      saves.put(() => {
        const files = edits.map(({ file, version, changes }): FileWrite => {
          const before = bytesOf(file)
          if (computeVersion(before) !== version) throw new ConflictError(file, before)
          return { file, before, after: applyFileChanges(file, before, changes) }
        })
        return {
          name,
          files,
          edits: edits.flatMap(({ file, changes }) => changes.map((change) => ({ ...change, file }))),
        }
      }),
    /** Creates a file as a draft. */
    create: (request: NewEntryRequest): Promise<FileSaveResult> =>
      saves.put(async () => {
        const { file, text, address } = createEntryDraft((await check()).files, request)
        const to = { file, address }
        const files = [{ file, before: undefined, after: Buffer.from(text) }]
        const name = `create ${request.kind} ${request.slug}`
        return { name, files, edits: [{ kind: 'create', file, text }], move: { to }, extra: to }
      }),
    /** Renames a file and updates all references. The old address redirects to the new one. */
    rename: (file: string, newName: string): Promise<FileSaveResult> =>
      saves.put(async () => {
        checkEntry(file)
        const place = path.resolve(path.dirname(folder), file)
        const { files, from, to } = await planFileRename(await check(), { read: readBytes }, place, newName)
        const edits: ContentEdit[] = [{ kind: 'rename', from: file, to: newName }]
        return { name: `rename ${file}`, files, edits, move: { from, to }, extra: to }
      }),
    /** Deletes a file. @throws ValidationError if other content refers to the file */
    remove: (file: string): Promise<SaveResult> =>
      saves.put(() => {
        checkEntry(file)
        const files = [{ file, before: bytesOf(file), after: undefined }]
        return { name: `delete ${file}`, files, edits: [{ kind: 'delete', file }], move: { from: { file } } }
      }),
    /** @returns the image's file name in the content folder */
    addPicture: (fileName: string, upload: Buffer): Promise<SaveResult & { name: string }> =>
      saves.put(async () => {
        const isTaken = (candidate: string) => readBytes(`${pictures}/${candidate}`) !== undefined
        const name = await choosePictureName(fileName, upload, isTaken)
        const file = `${pictures}/${name}`
        const bytes = await removePictureMetadata(upload)
        const files = [{ file, before: undefined, after: bytes }]
        const edits: ContentEdit[] = [{ kind: 'picture', file, base64: bytes.toString('base64') }]
        return { name: `add picture ${name}`, files, edits, extra: { name } }
      }),
    /** Lists the texts of a translation file. */
    translation: async (file: string) => readTranslation((await check()).parsed, file).texts,
    translate: (request: TranslateRequest): Promise<SaveResult> =>
      saves.put(async () => planTranslation((await check()).parsed, readBytes(request.file), request)),
    /** Returns an image's thumbnail as a data URL. */
    async thumbnail(name: string): Promise<string> {
      const bytes = readBytes(`${pictures}/${name}`)
      if (!bytes) throw new HttpError(`The picture ${name} does not exist.`, 404)
      return createThumbnail(bytes)
    },
    /** Lists the warnings for a file. */
    async remarks(file: string): Promise<FieldProblem[]> {
      const now = await check()
      return now.problems
        .filter((problem) => problem.file === file && problem.severity !== 'error')
        .map((problem) => placeProblem(problem, now))
    },
    ...review,
    /** Returns the content with one file's body replaced; undefined if the content has errors. */
    async preview(file: string, text: string): Promise<Content | undefined> {
      const changed = applyFileChanges(file, bytesOf(file), [{ kind: 'body', text }])
      const current = await check()
      return (await current.dryRun(new Map([[file, changed]]))).content
    },
    step: saves.step,
    steps: saves.names,
  }
}
export type Editor = ReturnType<typeof createEditor>
