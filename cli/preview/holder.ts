import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** The process that runs a relay: its id, its start time, and the real path of the relay's data folder. */
const Holder = z.object({ pid: z.int().positive(), started: z.string(), folder: z.string() })

/** Returns the file that describes the process that started the relay. */
const getHolderFile = (data: string) => path.join(data, 'site.pid')

/** Records that this process runs the relay with this data folder. Creates the folder. */
export function recordHolder(data: string): void {
  mkdirSync(data, { recursive: true })
  const holder = { pid: process.pid, started: readStartTime(process.pid), folder: realpathSync(data) }
  writeFileSync(getHolderFile(data), `${JSON.stringify(holder)}\n`)
}

export function removeHolder(data: string): void {
  rmSync(getHolderFile(data), { force: true })
}

/**
 * Returns the id of the running process that started a relay with this data folder. Ignores the record if the folder is
 * a copy, or if another process has received the id since then.
 */
export function findHolder(data: string): number | undefined {
  try {
    const { pid, started, folder } = Holder.parse(JSON.parse(readFileSync(getHolderFile(data), 'utf8')))
    return folder === realpathSync(data) && started === readStartTime(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/** Returns a text that identifies when a process started; undefined if it is not running or the system cannot tell. */
function readStartTime(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // The start time in ticks since boot is the 22nd field. The second field, a name, may contain spaces (proc(5)).
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
      return `${ticks} ${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}`
    }
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}
