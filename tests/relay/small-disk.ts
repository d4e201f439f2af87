import { execFileSync } from 'node:child_process'
import { mkdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './spool-fixture.ts'

const SIZE = 4 * 1024 * 1024

/** Mounts a 4 MB file system until the end of the test. */
export async function createSmallDisk() {
  const folder = path.join(await temporaryFolder(), 'disk')
  await mkdir(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' })
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  const filler = path.join(folder, 'filler')
  return {
    folder,
    /** Fills the disk, leaving this many bytes free. */
    async fill(left = 0) {
      await writeFile(filler, Buffer.alloc(SIZE)).catch(() => {})
      await truncate(filler, (await stat(filler)).size - left)
    },
    empty: () => rm(filler),
  }
}
