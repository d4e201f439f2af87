import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Creates a file of a given size, and deletes it when the process exits.
 * @returns the path, because passing the contents to the browser would be slow
 */
export function largeFile(bytes: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'large-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'resume.pdf')
  writeFileSync(file, '')
  truncateSync(file, bytes)
  return file
}
