import path from 'node:path'
import { readUnchanged } from '../content/read-unchanged.ts'
import { targetOf, writeFiles } from '../content/write-files.ts'
import { applyEdits, withoutOverlaps } from '../diagnostics/edit.ts'
import type { Problem } from '../diagnostics/problem.ts'
import type { Texts } from '../diagnostics/texts.ts'

/** A file before and after its fixes, and how many problems they fix. */
export interface Mended {
  file: string
  before: string
  after: string
  fixes: number
}

/**
 * Applies the fixes that are offered, which `verify-fixes.ts` has tried. Nothing outside their ranges changes, neither
 * comments nor line ends.
 * @param folder the content folder, absolute
 * @param texts the texts in which the problems were found
 * @throws Failure with exit code 1 when a file has changed since then
 */
export function planFixes(
  folder: string,
  { problems, texts }: { problems: readonly Problem[]; texts: Texts },
): Mended[] {
  const files = [...new Set(problems.filter(({ fix }) => fix).map(({ file }) => file))]
  return files.map((file) => {
    const { before, mark, text } = readUnchanged(folder, { file, text: texts.get(file) })
    const own = problems.filter((problem) => problem.file === file)
    const fixes = withoutOverlaps(own.flatMap(({ fix }) => fix ?? []))
    const kept = own.some(({ rule }) => rule === 'file/byte-order-mark') ? '' : mark
    const edits = fixes.flatMap((fix) => fix.edits)
    return { file, before, after: kept + applyEdits(text, edits), fixes: fixes.length }
  })
}

/** Writes all files or none. @throws Unwritten */
export function writeFixes(folder: string, mended: readonly Mended[]): void {
  writeFiles(mended, ({ file }) => targetOf(path.join(path.dirname(folder), file)))
}
