import { execFileSync } from 'node:child_process'
import { mkdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './spool-fixture.ts'

const SIZE = 4 * 1024 * 1024

/** A file system of four megabytes, where root may mount one; gone after the test. */
export async function createSmallDisk() {
  const folder = path.join(await temporaryFolder(), 'disk')
  await mkdir(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  const filler = path.join(folder, 'filler')
  return {
    folder,
    /** Takes all the space but so many bytes. */
    async fill(left = 0) {
      await writeFile(filler, Buffer.alloc(SIZE)).catch(() => {})
      await truncate(filler, (await stat(filler)).size - left)
    },
    empty: () => rm(filler),
  }
}
