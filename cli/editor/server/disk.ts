import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { hash } from '../../cache.mjs'
import { documentKinds } from '../../content/document-names.ts'
import { Unwritten, writeFiles } from '../../content/write-files.ts'
import { Conflict, Refused } from './http-errors.ts'
import { pictureKinds } from './picture.ts'

const ENDINGS = ['.yaml', '.md', ...Object.values(pictureKinds), '.jpeg', ...Object.keys(documentKinds)]
/** A file before and after a save; undefined where it was not there, or is not any more. */
export interface Saved {
  /** Relative to the parent of the content folder. */
  file: string
  before: Buffer | undefined
  after: Buffer | undefined
}

/** The bytes of a file, and what tells them from others; `gone` for one that is not there. */
export function versionOf(bytes: Buffer | undefined): string {
  return bytes ? hash(bytes) : 'gone'
}

/** Whether a file of that name can be one of the content: neither hidden nor a program. */
export function isContent(file: string): boolean {
  return !/(?:^|\/)\./.test(file) && ENDINGS.includes(path.extname(file).toLowerCase())
}

/**
 * Files of a content folder, as the editor reads and writes them: nothing outside of it, nothing through links that
 * lead out, and each file whole: the old one or the new one.
 * @param folder the content folder, absolute
 */
export function createDisk(folder: string) {
  const root = path.dirname(folder)
  const name = path.basename(folder)

  /** @throws Refused for what does not lie in the folder */
  function placeOf(file: string): string {
    const place = path.resolve(root, file)
    const inside = path.relative(folder, place).replaceAll(path.sep, '/')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with them is refused
    if (file !== `${name}/${inside}` || inside.startsWith('..') || /[\0-\x1f\\]/.test(file) || !isContent(inside))
      throw new Refused(`${JSON.stringify(file)} is no file of the content.`, 403)
    let there = place
    while (!lstatSync(there, { throwIfNoEntry: false })) there = path.dirname(there)
    const real = existsSync(there) ? realpathSync(there) : there
    const home = realpathSync(folder)
    if (real !== home && !real.startsWith(home + path.sep))
      throw new Refused(`${file} is a link that leads out of the content folder. Change it there.`, 403)
    return there === place ? real : place
  }

  function read(file: string): Buffer | undefined {
    const place = placeOf(file)
    const found = statSync(place, { throwIfNoEntry: false })
    if (!found) return undefined
    if (!found.isFile()) throw new Refused(`${file} is no file.`, 403)
    return readFileSync(place)
  }

  return {
    read,
    /**
     * All or none.
     * @throws Conflict where a file is not what it was `before`; Refused where the system does not take it
     */
    write(files: readonly Saved[]): void {
      try {
        writeFiles(files, ({ file, before }) => {
          const now = read(file)
          if (versionOf(now) !== versionOf(before)) throw new Conflict(file, now)
          const place = placeOf(file)
          if (before && (statSync(place).mode & 0o222) === 0) throw new Refused(`${file} is write-protected.`)
          return place
        })
      } catch (error) {
        throw error instanceof Unwritten ? new Refused(`${error.message} Nothing was changed.`, 500) : error
      }
    },
  }
}
export type Disk = ReturnType<typeof createDisk>
