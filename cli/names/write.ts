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
import { exit, Failure } from '../report/failure.ts'
import type { Change } from './rename.ts'

/**
 * Writes all files or none: each beside the one whose place it takes, then all into their places. What was done before
 * something fails is undone.
 * @param root the parent of the content folder
 * @throws Failure with exit code 3
 */
export function writeChanges(root: string, changes: readonly Change[]): void {
  const undo: (() => void)[] = []
  const at = (file: string) => path.join(root, file)
  try {
    const written = changes.flatMap(({ file, before, after }) => {
      if (after === undefined || after === before) return []
      const isThere = existsSync(at(file))
      // A link to a file stays one.
      const place = isThere ? realpathSync(at(file)) : at(file)
      const beside = path.join(path.dirname(place), `.${path.basename(place)}.new`)
      const old = isThere ? readFileSync(place) : undefined
      undo.push(() => rmSync(beside, { force: true }))
      writeFileSync(beside, after, isThere ? { mode: statSync(place).mode } : {})
      return [{ place, beside, old }]
    })
    for (const { place, beside, old } of written) {
      renameSync(beside, place)
      undo.push(() => (old ? writeFileSync(place, old) : rmSync(place)))
    }
    for (const { file, to } of changes) {
      if (file === to) continue
      if (lstatSync(at(to), { throwIfNoEntry: false })) throw new Error(`${to} is there already`)
      mkdirSync(path.dirname(at(to)), { recursive: true })
      renameSync(at(file), at(to))
      undo.push(() => renameSync(at(to), at(file)))
    }
    // The only redirect was taken back: the file was made for it.
    for (const { file, after } of changes) if (after === '') rmSync(at(file))
  } catch (error) {
    for (const step of undo.reverse()) step()
    throw new Failure(`${error instanceof Error ? error.message : error}. All files are as they were.`, exit.cannotRun)
  }
}
