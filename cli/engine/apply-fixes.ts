import path from 'node:path'
import { openContentFolder } from '../content/content-files.ts'
import { readFileIfUnchanged, resolveSymlink, writeFiles } from '../content/write-files.ts'
import { applyEdits, removeOverlappingFixes } from '../diagnostics/edit.ts'
import type { FileTexts, Problem } from '../diagnostics/problem.ts'

/** Text of a file before and after fixing, and the number of fixes applied. */
interface FixedFile {
  file: string
  before: string
  after: string
  fixes: number
}

/**
 * Returns the files with verified fixes applied (see `verify-fixes.ts`). Leaves all other text unchanged, including
 * comments and line endings.
 * @param folder absolute path of the content folder
 * @param texts the text of each checked file
 * @throws Failure with exit code 1 if a file has changed since the check
 */
export function planFixes(
  folder: string,
  { problems, texts }: { problems: readonly Problem[]; texts: FileTexts },
): FixedFile[] {
  const content = openContentFolder(folder)
  const files = [...new Set(problems.filter(({ fix }) => fix).map(({ file }) => file))]
  return files.map((file) => {
    const { before, mark, text } = readFileIfUnchanged(content, { file, text: texts.get(file) })
    const fileProblems = problems.filter((problem) => problem.file === file)
    const fixes = removeOverlappingFixes(fileProblems.flatMap(({ fix }) => fix ?? []))
    const keptMark = fileProblems.some(({ rule }) => rule === 'file/byte-order-mark') ? '' : mark
    const edits = fixes.flatMap((fix) => fix.edits)
    return { file, before, after: keptMark + applyEdits(text, edits), fixes: fixes.length }
  })
}

/** Writes all fixed files or none. @throws WriteError if a file cannot be written */
export function writeFixes(folder: string, fixedFiles: readonly FixedFile[]): void {
  writeFiles(fixedFiles, ({ file }) => resolveSymlink(path.join(path.dirname(folder), file)))
}
