import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { hash } from '../cache.mjs'

/**
 * The files of a content folder at one moment, on disk or with unsaved changes. Paths are relative to
 * the folder, with forward slashes; the folder itself is the empty path.
 */
export interface ContentFiles {
  /** Absolute path of the content folder. */
  readonly folder: string
  /** Returns the type of a file; undefined if the path cannot be resolved, as with a broken or circular symlink. */
  typeOf(file: string): FileType | undefined
  /** Lists the entries of a folder, sorted by name. A symlink to a folder counts as a file. */
  list(folder: string): readonly FolderEntry[]
  /** Identifies a file's version by its timestamps, size and inode, without reading it. @throws Error if there is no file */
  stamp(file: string): string
  /** Returns a file's content. @throws Error if it cannot be read */
  read(file: string): Buffer
  /** Returns the content of a file if it is not on disk; undefined for all other files. */
  unsaved(file: string): Buffer | undefined
}

type FileType = 'file' | 'folder' | 'special'

interface FolderEntry {
  name: string
  isFolder: boolean
}

/** The files of a content folder on disk. Each path is looked up only once, so all readers see the same versions. */
export interface SavedFiles extends ContentFiles {
  /** Identifies the versions of all paths that have been looked up so far. */
  fingerprint(): string
  /** Lists the paths that have changed since they were looked up: files, and folders with other entries. */
  listChanges(): string[]
}

/** Returns the path of a file within the content folder. @param file path relative to the folder's parent */
export function toInnerPath(file: string): string {
  return file.slice(file.indexOf('/') + 1)
}

/** @param folder absolute path of the content folder */
export function openContentFolder(folder: string): SavedFiles {
  const lookups = new Map<string, Lookup>()
  const lists = new Map<string, FolderEntry[]>()
  const placeOf = (file: string) => path.join(folder, file)
  const lookUp = (file: string) => getOrMake(lookups, file, () => lookUpFile(placeOf(file)))
  return {
    folder,
    typeOf: (file) => lookUp(file).type,
    list: (file) => getOrMake(lists, file, () => listFolder(placeOf(file))),
    stamp(file) {
      const { stamp, error } = lookUp(file)
      if (error) throw error
      return stamp
    },
    read: (file) => readFileSync(placeOf(file)),
    unsaved: () => undefined,
    fingerprint: () =>
      hash(
        ...[...lookups].map(([file, { stamp }]) => `${file} ${stamp}`).sort(),
        ...[...lists].map(([file, entries]) => `${file}\n${serializeList(entries)}`).sort(),
      ),
    listChanges() {
      const now = openContentFolder(folder)
      const files = [...lookups].filter(([file, { stamp }]) => lookUpFile(placeOf(file)).stamp !== stamp)
      const folders = [...lists].filter(
        ([file, entries]) => now.typeOf(file) !== 'folder' || serializeList(now.list(file)) !== serializeList(entries),
      )
      return [...files, ...folders].map(([file]) => file)
    },
  }
}

interface Lookup {
  type?: FileType
  /** Empty if the path cannot be resolved; `folder` for every folder, because `list` tracks the entries of folders. */
  stamp: string
  error?: unknown
}

function lookUpFile(place: string): Lookup {
  try {
    const found = statSync(place)
    return { type: typeOf(found), stamp: found.isDirectory() ? 'folder' : stampOf(found) }
  } catch (error) {
    return { stamp: '', error }
  }
}

function typeOf(found: Stats): FileType {
  return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'special'
}

/** The stamp begins with the time of the last change, which `parse-files.ts` reads. */
function stampOf({ ctimeMs, mtimeMs, size, ino }: Stats): string {
  return [ctimeMs, mtimeMs, size, ino].join(' ')
}

function listFolder(place: string): FolderEntry[] {
  return readdirSync(place, { withFileTypes: true }).map((entry) => {
    return { name: entry.name, isFolder: entry.isDirectory() }
  })
}

function serializeList(entries: readonly FolderEntry[]): string {
  return entries
    .map(({ name, isFolder }) => `${name}/${isFolder}`)
    .sort()
    .join('\n')
}

function getOrMake<T>(known: Map<string, T>, name: string, make: () => T): T {
  const existing = known.get(name)
  if (existing !== undefined) return existing
  const made = make()
  known.set(name, made)
  return made
}

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

/** Lists the relative paths of all files in a folder, sorted and with forward slashes. Omits hidden files. */
export function listFilesIn(files: ContentFiles, folder: string): string[] {
  const walk = (inside: string): string[] =>
    files.list(path.posix.join(folder, inside)).flatMap(({ name, isFolder }) => {
      if (name.startsWith('.')) return []
      const file = path.posix.join(inside, name)
      return isFolder ? walk(file) : [file]
    })
  return walk('').sort()
}
