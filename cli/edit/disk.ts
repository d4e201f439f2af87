import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { hash } from '../cache.mjs'
import { documentKinds } from '../content/document-names.ts'
import type { Saved } from './history.ts'
import { pictureKinds } from './picture.ts'
import { Conflict, Refused } from './refusals.ts'

const ENDINGS = ['.yaml', '.md', ...Object.values(pictureKinds), '.jpeg', ...Object.keys(documentKinds)]
/** Why the system does not take a file, in words. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the permissions of the file or its folder forbid it',
  EPERM: 'the permissions of the file or its folder forbid it',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'there is no space left for you on the disk',
  ENAMETOOLONG: 'the name is too long',
  ENOTDIR: 'a file stands where its folder should be',
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

  /** Writes a file beside its place. @returns what puts it there */
  function prepare({ file, before, after }: Saved, undo: (() => void)[]): () => void {
    const now = read(file)
    if (versionOf(now) !== versionOf(before)) throw new Conflict(file, now)
    const place = placeOf(file)
    const mode = before && statSync(place).mode
    if (mode !== undefined && (mode & 0o222) === 0) throw new Refused(`${file} is write-protected.`)
    if (after === undefined) return () => rmSync(place)
    const beside = path.join(path.dirname(place), `.${path.basename(place)}.new`)
    mkdirSync(path.dirname(place), { recursive: true })
    undo.push(() => rmSync(beside, { force: true }))
    // One may be left of a save that was cut off; where it is a link, it is not followed.
    rmSync(beside, { force: true })
    writeFileSync(beside, after, { flag: 'wx', ...(mode !== undefined && { mode }) })
    return () => renameSync(beside, place)
  }

  return {
    read,
    /**
     * All or none: each file is written beside its place first.
     * @throws Conflict where a file is not what it was `before`; Refused where the system does not take it
     */
    write(files: readonly Saved[]): void {
      const undo: (() => void)[] = []
      let at = ''
      try {
        const ready = files.map((one) => {
          at = one.file
          return { ...one, put: prepare(one, undo) }
        })
        for (const { file, before, put } of ready) {
          at = file
          const place = placeOf(file)
          put()
          undo.push(() => (before ? writeFileSync(place, before) : rmSync(place, { force: true })))
        }
      } catch (error) {
        for (const step of undo.reverse()) step()
        const { code, message } = error as NodeJS.ErrnoException
        if (code === undefined) throw error
        throw new Refused(`${at} was not written: ${REASONS[code] ?? message}. Nothing was changed.`, 500)
      }
    },
  }
}
export type Disk = ReturnType<typeof createDisk>
