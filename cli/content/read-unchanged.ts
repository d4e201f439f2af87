import { readFileSync } from 'node:fs'
import path from 'node:path'
import { exit, Failure } from '../diagnostics/failure.ts'
import { splitMark } from './read-text.ts'

/**
 * Reads a file that will be edited at offsets in its earlier text.
 * @param folder absolute path of the content folder
 * @returns the complete content, its byte order mark and its text
 * @throws Failure with exit code 1 if the text has changed
 */
export function readUnchanged(folder: string, { file, text }: { file: string; text: string | undefined }) {
  const before = readFileSync(path.join(path.dirname(folder), file), 'utf8')
  const current = splitMark(before)
  if (current.text !== text)
    throw new Failure(
      `${file} has changed since it was read. Nothing was written. Run the command again.`,
      exit.problems,
    )
  return { before, ...current }
}
