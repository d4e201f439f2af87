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
import type { Saved } from './history.ts'
import { Conflict, Refused } from './refusals.ts'

/** The bytes of a file, and what tells them from others; `gone` for one that is not there. */
export function versionOf(bytes: Buffer | undefined): string {
  return bytes ? hash(bytes) : 'gone'
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
    const inside = path.relative(folder, place)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with them is refused
    const isOdd = /[\0-\x1f\\]/.test(file) || !file.startsWith(`${name}/`) || inside.startsWith('..') || inside === ''
    if (isOdd || file !== `${name}/${inside.replaceAll(path.sep, '/')}` || /(?:^|\/)\./.test(inside))
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
    const stat = statSync(place, { throwIfNoEntry: false })
    if (!stat) return undefined
    if (!stat.isFile()) throw new Refused(`${file} is no file.`, 403)
    return readFileSync(place)
  }

  return {
    read,
    /**
     * All or none: each file is written beside its place first.
     * @throws Conflict where a file is not what it was `before`
     */
    write(files: readonly Saved[]): void {
      const undo: (() => void)[] = []
      try {
        const ready = files.map(({ file, before, after }) => {
          const now = read(file)
          if (versionOf(now) !== versionOf(before)) throw new Conflict(file, now)
          const place = placeOf(file)
          if (after === undefined) return () => rmSync(place)
          const beside = path.join(path.dirname(place), `.${path.basename(place)}.new`)
          mkdirSync(path.dirname(place), { recursive: true })
          undo.push(() => rmSync(beside, { force: true }))
          writeFileSync(beside, after, before ? { mode: statSync(place).mode } : {})
          return () => renameSync(beside, place)
        })
        for (const [index, put] of ready.entries()) {
          const { file, before } = files[index] as Saved
          put()
          undo.push(() => (before ? writeFileSync(placeOf(file), before) : rmSync(placeOf(file), { force: true })))
        }
      } catch (error) {
        for (const step of undo.reverse()) step()
        throw error
      }
    },
  }
}
export type Disk = ReturnType<typeof createDisk>
