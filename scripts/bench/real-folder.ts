import { mkdirSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cacheRoot } from '../../cli/cache.mjs'

/** File systems in memory, where a sync costs nothing: tmpfs and ramfs, as statfs tells them. */
const IN_MEMORY = new Set([0x01021994, 0x858458f6])

/** A new temporary folder on a disk. @throws when neither the temporary folder nor the project lies on one */
export function makeRealFolder(): string {
  mkdirSync(cacheRoot, { recursive: true })
  const parent = [tmpdir(), cacheRoot].find((folder) => !IN_MEMORY.has(statfsSync(folder).type))
  if (!parent) throw new Error(`${tmpdir()} and ${cacheRoot} are both in memory; set TMPDIR to a folder on a disk`)
  return mkdtempSync(path.join(parent, 'bench-'))
}
