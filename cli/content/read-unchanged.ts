import { readFileSync } from 'node:fs'
import path from 'node:path'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { splitByteOrderMark } from './read-text.ts'

/**
 * Rereads a file before it is edited, and checks that its text is still `text`, because the edits' offsets refer to it.
 * @param folder absolute path of the content folder
 * @returns the complete content, its byte order mark and its text
 * @throws Failure with exit code 1 if the text has changed
 */
export function readFileIfUnchanged(folder: string, { file, text }: { file: string; text: string | undefined }) {
  const before = readFileSync(path.join(path.dirname(folder), file), 'utf8')
  const current = splitByteOrderMark(before)
  if (current.text !== text)
    throw new Failure(
      `${file} has changed since it was read. Nothing was written. Run the command again.`,
      exitCodes.problems,
    )
  return { before, ...current }
}
