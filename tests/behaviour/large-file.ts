import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Makes a PDF of so many bytes, which is removed when the process ends.
 * @returns its path, because its contents would take long on their way to the browser
 */
export function largeFile(bytes: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'large-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'resume.pdf')
  writeFileSync(file, '')
  truncateSync(file, bytes)
  return file
}
