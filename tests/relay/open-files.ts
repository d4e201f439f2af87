import { readdirSync, readlinkSync } from 'node:fs'

/** Lists the files under a folder that this process has open. Returns an empty list on systems without /proc. */
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
