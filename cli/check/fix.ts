import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { applyEdits, withoutOverlaps } from '../content/edit.ts'
import type { Problem } from '../content/problem.ts'
import { splitMark } from '../content/read-text.ts'

/** A file before and after what can be mended, and how many problems that mends. */
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
 */
export function planFixes(folder: string, problems: readonly Problem[]): Mended[] {
  const files = [...new Set(problems.filter(({ fix }) => fix).map(({ file }) => file))]
  return files.map((file) => {
    const before = readFileSync(path.join(path.dirname(folder), file), 'utf8')
    const { mark, text } = splitMark(before)
    const own = problems.filter((problem) => problem.file === file)
    const fixes = withoutOverlaps(own.flatMap(({ fix }) => fix ?? []))
    const kept = own.some(({ rule }) => rule === 'file/byte-order-mark') ? '' : mark
    const edits = fixes.flatMap((fix) => fix.edits)
    return { file, before, after: kept + applyEdits(text, edits), fixes: fixes.length }
  })
}

export function writeFixes(folder: string, mended: readonly Mended[]): void {
  for (const { file, after } of mended) writeFileSync(path.join(path.dirname(folder), file), after)
}
