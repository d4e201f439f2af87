import { readFileSync } from 'node:fs'
import path from 'node:path'
import { listFiles } from '../list-files.ts'

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
