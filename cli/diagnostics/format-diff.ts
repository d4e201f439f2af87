import pc from 'picocolors'
import { toDisplayPath } from './display-path.ts'

/** Returns a diff: line by line if the number of lines stays the same, otherwise as one block. */
export function formatDiff(
  { file, before, after }: Record<'file' | 'before' | 'after', string>,
  folder: string,
): string {
  const lines = (text: string) => text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const old = lines(before)
  const current = lines(after)
  const digits = String(Math.max(old.length, current.length)).length
  const row = (sign: '-' | '+', index: number, line = '') =>
    (sign === '-' ? pc.red : pc.green)(`  ${sign} ${String(index + 1).padStart(digits)} │ ${line}`)
  const rows =
    old.length === current.length
      ? old.flatMap((line, index) =>
          line === current[index] ? [] : [row('-', index, line), row('+', index, current[index])],
        )
      : listDifferentLines(old, current).flatMap((part, side) =>
          part.map(([index, line]) => row(side === 0 ? '-' : '+', index, line)),
        )
  if (before.startsWith('\uFEFF') && !after.startsWith('\uFEFF')) rows.unshift(pc.red('  - the byte order mark'))
  return `${pc.bold(toDisplayPath(file, folder))}\n${rows.join('\n')}\n`
}

/** Strips the common leading and trailing lines from two lists. Returns the remaining lines with their indexes. */
function listDifferentLines(old: readonly string[], now: readonly string[]): [index: number, line: string][][] {
  const most = Math.min(old.length, now.length)
  let start = 0
  let alike = 0
  while (start < most && old[start] === now[start]) start += 1
  while (alike < most - start && old.at(-1 - alike) === now.at(-1 - alike)) alike += 1
  return [old, now].map((all) =>
    all.slice(start, all.length - alike).map((line, index): [number, string] => [start + index, line]),
  )
}
