import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Returns the paths of all files under a folder, with forward slashes; empty if the folder does not exist. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => path.relative(folder, path.join(item.parentPath, item.name)).replaceAll(path.sep, '/'))
}
