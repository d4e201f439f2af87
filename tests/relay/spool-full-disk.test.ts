import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { needs } from '../needs.ts'
import { temporaryFolder } from './spool-fixture.ts'

/** Returns arguments for `unshare` that run a command with a private 1 MiB file system. */
function onSmallDisk(folder: string, command: string): string[] {
  return ['-m', 'sh', '-c', `mount -t tmpfs -o size=1m tmpfs '${folder}' && ${command}`]
}

test(
  'a spool on a full disk refuses a file, leaves nothing behind, and accepts a smaller submission afterward',
  needs('root', 'a mounted tmpfs'),
  async () => {
    const disk = path.join(await temporaryFolder(), 'disk')
    await mkdir(disk)
    const script = path.join(import.meta.dirname, 'fill-spool.ts')
    const command = `'${process.execPath}' --import tsx '${script}' '${disk}/spool'`
    const result = JSON.parse(execFileSync('unshare', onSmallDisk(disk, command), { encoding: 'utf8' }))
    expect(result).toMatchObject({ refused: 'ENOSPC', left: [], queue: 1 })
  },
)
