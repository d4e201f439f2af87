import { readFileSync } from 'node:fs'
import path from 'node:path'
import { exit, Failure } from '../diagnostics/failure.ts'
import { splitMark } from './read-text.ts'

/**
 * Reads a file to edit it at offsets that were found in an earlier text of it.
 * @param folder the content folder, absolute
 * @returns the whole file, its byte order mark and its text
 * @throws Failure with exit code 1 when the text is another one now
 */
export function readUnchanged(folder: string, { file, text }: { file: string; text: string | undefined }) {
  const before = readFileSync(path.join(path.dirname(folder), file), 'utf8')
  const now = splitMark(before)
  if (now.text !== text)
    throw new Failure(
      `${file} has changed since it was read. Nothing was written. Run the command again.`,
      exit.problems,
    )
  return { before, ...now }
}
