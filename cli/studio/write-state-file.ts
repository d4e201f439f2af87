import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Replaces a file of the studio's data folder in one step, and syncs it. */
export function writeStateFile(file: string, data: string): void {
  const folder = path.dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const temporary = `${file}.new`
  writeFileSync(temporary, data, { mode: 0o600, flush: true })
  renameSync(temporary, file)
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
