import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { hash } from '../../cache.mjs'
import { documentKinds } from '../../content/document-names.ts'
import { WriteError, writeFiles } from '../../content/write-files.ts'
import { ConflictError, HttpError } from './http-errors.ts'
import { pictureKinds } from './picture.ts'

const ENDINGS = ['.yaml', '.md', ...Object.values(pictureKinds), '.jpeg', ...Object.keys(documentKinds)]

/** A file before and after a save; undefined while it does not exist. */
export interface FileWrite {
  /** Relative to the parent of the content folder. */
  file: string
  before: Buffer | undefined
  after: Buffer | undefined
}

/** Returns a hash of the bytes; `gone` for a missing file. */
export function versionOf(bytes: Buffer | undefined): string {
  return bytes ? hash(bytes) : 'gone'
}

/** Reports whether a path can be a content file: not hidden, with a known extension. */
export function isContent(file: string): boolean {
  return !/(?:^|\/)\./.test(file) && ENDINGS.includes(path.extname(file).toLowerCase())
}

/**
 * Reads and writes files of a content folder atomically, never outside of it or through links that point outside.
 * @param folder the content folder, absolute
 */
export function createDisk(folder: string) {
  const root = path.dirname(folder)
  const name = path.basename(folder)

  /** @throws HttpError for a path outside the folder */
  function placeOf(file: string): string {
    const place = path.resolve(root, file)
    const inside = path.relative(folder, place).replaceAll(path.sep, '/')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with them is refused
    if (file !== `${name}/${inside}` || inside.startsWith('..') || /[\0-\x1f\\]/.test(file) || !isContent(inside))
      throw new HttpError(`${JSON.stringify(file)} is no file of the content.`, 403)
    let there = place
    while (!lstatSync(there, { throwIfNoEntry: false })) there = path.dirname(there)
    const real = existsSync(there) ? realpathSync(there) : there
    const home = realpathSync(folder)
    if (real !== home && !real.startsWith(home + path.sep))
      throw new HttpError(`${file} is a link that leads out of the content folder. Change it there.`, 403)
    return there === place ? real : place
  }

  function read(file: string): Buffer | undefined {
    const place = placeOf(file)
    const found = statSync(place, { throwIfNoEntry: false })
    if (!found) return undefined
    if (!found.isFile()) throw new HttpError(`${file} is no file.`, 403)
    return readFileSync(place)
  }

  return {
    read,
    /** Writes all files or none. @throws ConflictError if a file differs from `before`; HttpError if writing fails */
    write(files: readonly FileWrite[]): void {
      try {
        writeFiles(files, ({ file, before }) => {
          const now = read(file)
          if (versionOf(now) !== versionOf(before)) throw new ConflictError(file, now)
          const place = placeOf(file)
          if (before && (statSync(place).mode & 0o222) === 0) throw new HttpError(`${file} is write-protected.`)
          return place
        })
      } catch (error) {
        throw error instanceof WriteError ? new HttpError(`${error.message} Nothing was changed.`, 500) : error
      }
    },
  }
}
export type Disk = ReturnType<typeof createDisk>
