import path from 'node:path'
import { hash } from '../cache.mjs'
import { type ContentFiles, type FolderEntry, toInnerPath } from './content-files.ts'

/**
 * New content by file; undefined removes the file. Paths are relative to the parent of the content folder, as shown to
 * users.
 */
export type NewContents = ReadonlyMap<string, Buffer | string | undefined>

/** Returns the files of a content folder as they would be after changes. Nothing is written. */
export function createOverlay(files: ContentFiles, changes: NewContents): ContentFiles {
  const changed = new Map<string, Buffer | undefined>()
  /** Entries that the changes add, by folder. */
  const added = new Map<string, Map<string, FolderEntry>>()
  const addEntry = (file: string, isFolder: boolean) => {
    const folder = parentOf(file)
    const entries = added.get(folder) ?? new Map<string, FolderEntry>()
    const name = path.posix.basename(file)
    added.set(folder, entries.set(name, { name, isFolder }))
    if (folder !== '') addEntry(folder, true)
  }
  for (const [name, content] of changes) {
    const file = toInnerPath(name)
    changed.set(file, typeof content === 'string' ? Buffer.from(content) : content)
    if (content !== undefined) addEntry(file, false)
  }
  const stamps = new Map<string, string>()
  return {
    folder: files.folder,
    typeOf(file) {
      if (changed.has(file)) return changed.get(file) ? 'file' : undefined
      return files.typeOf(file) ?? (added.has(file) ? 'folder' : undefined)
    },
    list(folder) {
      // A folder that the changes create is not on disk.
      const saved = files.typeOf(folder) === 'folder' ? files.list(folder) : []
      const isRemoved = (file: string) => changed.has(file) && changed.get(file) === undefined
      const entries = new Map(added.get(folder))
      for (const entry of saved) if (!isRemoved(path.posix.join(folder, entry.name))) entries.set(entry.name, entry)
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    stamp(file) {
      const content = changed.get(file)
      if (!content) return files.stamp(file)
      const stamp = stamps.get(file) ?? `unsaved ${hash(content)}`
      stamps.set(file, stamp)
      return stamp
    },
    read: (file) => changed.get(file) ?? files.read(file),
    unsaved: (file) => changed.get(file) ?? files.unsaved(file),
  }
}

function parentOf(file: string): string {
  const folder = path.posix.dirname(file)
  return folder === '.' ? '' : folder
}
