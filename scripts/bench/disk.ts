import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

const TIMES = 200

/** Milliseconds that the disk takes for a small new file and its sync, in the middle of many: its mood at present. */
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
