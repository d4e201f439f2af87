import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { hash } from '../../cache.mjs'
import { downloadTypes } from '../../content/documents.ts'
import { HttpError } from './http-errors.ts'
import { pictureExtensions } from './picture.ts'

const EXTENSIONS = ['.yaml', '.md', ...Object.values(pictureExtensions), '.jpeg', ...Object.keys(downloadTypes)]

/** A file's content before and after a save; undefined where the file does not exist. */
export interface FileWrite {
  /** Path relative to the parent of the content folder. */
  file: string
  before: Buffer | undefined
  after: Buffer | undefined
}

/** Returns a hash of the bytes, or `gone` if the file is missing. */
export function computeVersion(bytes: Buffer | undefined): string {
  return bytes ? hash(bytes) : 'gone'
}

/** Reports whether a path can be a content file: it is not hidden and has a known extension. */
export function isContentPath(file: string): boolean {
  return !/(?:^|\/)\./.test(file) && EXTENSIONS.includes(path.extname(file).toLowerCase())
}

/**
 * Reads files in a content folder, and finds where they can be written. Never accesses files outside the folder, not even
 * through symlinks.
 * @param folder absolute path of the content folder
 */
export function createContentStore(folder: string) {
  const root = path.dirname(folder)
  const name = path.basename(folder)

  /** @throws HttpError if the path is outside the folder */
  function resolvePath(file: string): string {
    const resolved = path.resolve(root, file)
    const inside = path.relative(folder, resolved).replaceAll(path.sep, '/')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: rejects names that contain them
    if (file !== `${name}/${inside}` || inside.startsWith('..') || /[\0-\x1f\\]/.test(file) || !isContentPath(inside))
      throw new HttpError(`${JSON.stringify(file)} is not a content file.`, 403)
    let existing = resolved
    while (!lstatSync(existing, { throwIfNoEntry: false })) existing = path.dirname(existing)
    const real = existsSync(existing) ? realpathSync(existing) : existing
    const realFolder = realpathSync(folder)
    if (real !== realFolder && !real.startsWith(realFolder + path.sep))
      throw new HttpError(`${file} is a symbolic link to a file outside the content folder. Edit that file.`, 403)
    return existing === resolved ? real : resolved
  }

  function read(file: string): Buffer | undefined {
    const resolved = resolvePath(file)
    const stats = statSync(resolved, { throwIfNoEntry: false })
    if (!stats) return undefined
    if (!stats.isFile()) throw new HttpError(`${file} is not a regular file.`, 403)
    return readFileSync(resolved)
  }

  /**
   * Returns the path at which a file can be written.
   * @throws HttpError if the file is write-protected, or would be in a file instead of a folder
   */
  function checkWrite(file: string): string {
    const resolved = resolvePath(file)
    const stats = statSync(resolved, { throwIfNoEntry: false })
    if (stats && (stats.mode & 0o222) === 0) throw new HttpError(`${file} is write-protected.`)
    let parent = path.dirname(resolved)
    while (!existsSync(parent)) parent = path.dirname(parent)
    if (!statSync(parent).isDirectory())
      throw new HttpError(`${file} cannot be written, because ${path.basename(parent)} is not a folder.`)
    return resolved
  }

  return { read, checkWrite }
}
export type ContentStore = ReturnType<typeof createContentStore>
