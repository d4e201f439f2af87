import { readdirSync, readlinkSync } from 'node:fs'

/** What this process has open below a folder; nothing is known of it where there is no /proc. */
export function listOpenFiles(folder: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`)
      return file.startsWith(folder) ? [file] : []
    } catch {
      return []
    }
  })
}
