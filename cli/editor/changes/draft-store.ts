import { type ContentStore, computeVersion, type FileWrite } from '../files/content-store.ts'
import { ConflictError } from '../files/http-errors.ts'

/** A content store that keeps written files in memory. */
export interface DraftStore extends Pick<ContentStore, 'read'> {
  /** Writes all files or none. @throws ConflictError if a file differs from `before`; HttpError if it cannot be written */
  write(files: readonly FileWrite[]): void
  /** The content of all written files. */
  changes: ReadonlyMap<string, Buffer | undefined>
  /** Returns the files that differ from those on disk, sorted by path. */
  writes(): FileWrite[]
}

/**
 * @param store reads the files on disk; nothing is written to it
 * @param earlier files that have been written already
 */
export function createDraftStore(
  store: Pick<ContentStore, 'read' | 'checkWrite'>,
  earlier: DraftStore['changes'] = new Map(),
): DraftStore {
  const changes = new Map(earlier)
  /**
   * The saved content of each file. A file is read only once: edits must not be compared with one version and applied
   * to another.
   */
  const originals = new Map<string, Buffer | undefined>()
  function readOriginal(file: string): Buffer | undefined {
    if (!originals.has(file)) originals.set(file, store.read(file))
    return originals.get(file)
  }
  const read = (file: string) => {
    // Read the file in any case, because the store throws if a link in the path leads out of the folder.
    const original = readOriginal(file)
    return changes.has(file) ? changes.get(file) : original
  }
  return {
    read,
    changes,
    write(files) {
      for (const { file, before } of files) {
        const now = read(file)
        if (computeVersion(now) !== computeVersion(before)) throw new ConflictError(file, now)
        store.checkWrite(file)
      }
      for (const { file, after } of files) changes.set(file, after)
    },
    writes: () =>
      [...changes]
        .map(([file, after]) => ({ file, before: readOriginal(file), after }))
        .filter(({ before, after }) => computeVersion(before) !== computeVersion(after))
        .sort((a, b) => (a.file < b.file ? -1 : 1)),
  }
}
