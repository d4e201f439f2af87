import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Paths of the files below a folder, with forward slashes; none where it is not there. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => path.relative(folder, path.join(item.parentPath, item.name)).replaceAll(path.sep, '/'))
}

/** Files that are in one of two folders alone or say something else in the other, by name. */
export function listChangedFiles(before: string, after: string, isMeant = (_file: string) => true): string[] {
  const [old, now] = [before, after].map((folder) => new Set(listFiles(folder).filter(isMeant))) as [
    Set<string>,
    Set<string>,
  ]
  const read = (folder: string, file: string) => readFileSync(path.join(folder, file))
  const isSame = (file: string) => old.has(file) && now.has(file) && read(before, file).equals(read(after, file))
  return [...new Set([...old, ...now])].filter((file) => !isSame(file)).sort()
}
