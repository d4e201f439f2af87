import type { EditionRequest } from '../../content/publication.ts'
import type { ContentReader } from '../../dev/snapshot.ts'
import type { CheckedContent, SavedContent } from '../../engine/load.ts'
import type { ContentEdit } from '../changes/change-set.ts'
import { type Changes, createChanges } from '../changes/changes.ts'
import { HttpError } from '../files/http-errors.ts'
import { createSafeStore } from '../files/safe-store.ts'
import { createSaveQueue, type Save, type SaveResult } from '../files/save-queue.ts'
import { createGitReader, listAffectedPages } from './git.ts'

type PlannedSave<T> = Save<T> & { edits: readonly ContentEdit[] }

/** What an editor reads, and where it saves. */
export interface Workspace extends Omit<ReturnType<typeof openFolder>, 'changes' | 'saves'> {
  saves: Pick<ReturnType<typeof createSaveQueue>, 'names' | 'step'> & {
    /** @param plan returns a save both as files and as edits of a change set */
    put<T>(plan: () => PlannedSave<T> | Promise<PlannedSave<T>>): Promise<SaveResult & T>
  }
  /** The proposals that the editor shows. */
  changes: Pick<Changes, 'list' | 'effect' | 'propose' | 'approve' | 'withdraw' | 'resolve' | 'apply' | 'discard'>
  /** Name of the only change set that the editor shows, and to which it saves; undefined if it saves to files. */
  changeSet?: string
}

export interface FolderOptions {
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
