import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cacheRoot } from '../../cli/cache.mjs'

const TIMES = 200

/** Returns the median time to create and sync a small file, in milliseconds. */
export function measureSync(folder: string): number {
  const times = Array.from({ length: TIMES }, (_, index) => {
    const begin = performance.now()
    const file = openSync(path.join(folder, `sync-${index}`), 'w')
    writeSync(file, 'x'.repeat(800))
    fsyncSync(file)
    closeSync(file)
    return performance.now() - begin
  })
  for (const index of times.keys()) rmSync(path.join(folder, `sync-${index}`))
  return times.sort((one, other) => one - other)[TIMES / 2] ?? Number.NaN
}

/** Types of in-memory file systems, as reported by statfs: tmpfs and ramfs. Syncing takes no time on them. */
const IN_MEMORY = new Set([0x01021994, 0x858458f6])

/** Creates a temporary folder on a disk. @throws if both the system's temporary folder and the project are in memory */
export function makeRealFolder(): string {
  mkdirSync(cacheRoot, { recursive: true })
  const parent = [tmpdir(), cacheRoot].find((folder) => !IN_MEMORY.has(statfsSync(folder).type))
  if (!parent) throw new Error(`${tmpdir()} and ${cacheRoot} are both in memory; set TMPDIR to a folder on a disk`)
  return mkdtempSync(path.join(parent, 'chaos-'))
}

/** Creates a temporary folder, in memory if possible, for tests that do not depend on a real disk. */
export function makeMemoryFolder(): string {
  const isMemory = existsSync('/dev/shm') && IN_MEMORY.has(statfsSync('/dev/shm').type)
  return mkdtempSync(path.join(isMemory ? '/dev/shm' : tmpdir(), 'chaos-'))
}
