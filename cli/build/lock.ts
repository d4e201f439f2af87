import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Another build writes into the same folder. */
export class OutputInUse extends Error {
  constructor(process: number, file: string) {
    super(
      `Another build (process ${process}) is writing into ${path.dirname(file)}. Wait until it has ended, or name another folder with --out.\nIf there is no such build, remove ${file}.`,
    )
  }
}

/**
 * Makes this process the only one that builds into a folder, by a file with its number.
 * @returns `interrupted`: the build before was killed, so that nobody knows what stands in the folder
 * @throws OutputInUse
 */
export function lockOutput(folder: string): { interrupted: boolean; release(): void } {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, '.building')
  const release = () => rmSync(file, { force: true })
  if (claim(file)) return { interrupted: false, release }
  const owner = ownerOf(file)
  if (isRunning(owner)) throw new OutputInUse(owner, file)
  const left = `${file}.${process.pid}`
  renameSync(file, left)
  const taken = ownerOf(left)
  // Somebody may have done the same in between, and be building.
  if (taken !== owner) renameSync(left, file)
  else rmSync(left)
  if (taken !== owner || !claim(file)) throw new OutputInUse(ownerOf(file), file)
  return { interrupted: true, release }
}

function claim(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function ownerOf(file: string): number {
  return Number(readFileSync(file, 'utf8'))
}

/** Of this process the number may be that of a killed one: in a container they begin anew. */
function isRunning(owner: number): boolean {
  if (owner === process.pid || !(owner > 0)) return false
  try {
    return process.kill(owner, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
