import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Paths of the files below a folder, with forward slashes; none where it is not there. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => path.relative(folder, path.join(item.parentPath, item.name)).replaceAll(path.sep, '/'))
}
