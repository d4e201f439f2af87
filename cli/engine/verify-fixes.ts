import type { NewContents } from '../content/content-files.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { ValuePath } from '../content/yaml/source.ts'
import { applyEdits, type Edit, removeOverlappingFixes, toOriginalOffset } from '../diagnostics/edit.ts'
import { findLineStart, type Range, toLocation, toOffset } from '../diagnostics/location.ts'
import type { Problem } from '../diagnostics/problem.ts'

type Fixable = Problem & { fix: { edits: Edit[] } }

/** The content and its problems, before or after fixes. */
interface Checked {
  parsed: Pick<ParsedFolder, 'files'>
  problems: Problem[]
}

/**
 * Returns all problems, but removes the fixes that fail a dry run. A fix passes if the file is readable afterwards, the
 * problem is gone, no new problem appears, and every value outside the edits is unchanged.
 */
export async function dropUnverifiedFixes(
  before: Checked,
  dryRun: (changes: NewContents) => Promise<Checked>,
): Promise<Problem[]> {
  // The byte order mark is not part of the text, so the fix that removes it has no edits to verify.
  const needsVerification = (problem: Problem): problem is Fixable => Boolean(problem.fix?.edits.length)
  const verified = new Set<Problem>(await verify(before.problems.filter(needsVerification)))
  return before.problems.map((problem) =>
    needsVerification(problem) && !verified.has(problem) ? { ...problem, fix: undefined } : problem,
  )

  /** Verifies fixes with one dry run, which is enough for most content. If it fails, verifies each half separately. */
  async function verify(group: Fixable[]): Promise<Fixable[]> {
    if (group.length === 0 || (await passes(group))) return group
    if (group.length === 1) return []
    const middle = Math.ceil(group.length / 2)
    return [...(await verify(group.slice(0, middle))), ...(await verify(group.slice(middle)))]
  }

  async function passes(group: Fixable[]): Promise<boolean> {
    const files = new Map(before.parsed.files.map((file) => [file.file, file]))
    const fixes = new Map<string, Fixable['fix'][]>()
    for (const { file, fix } of group) fixes.set(file, [...(fixes.get(file) ?? []), fix])
    if ([...fixes.values()].some((list) => removeOverlappingFixes(list).length < list.length)) return false
    const edits = new Map([...fixes].map(([file, list]) => [file, list.flatMap((fix) => fix.edits)]))
    if (!group.every((problem) => staysInLine(problem, files.get(problem.file)?.text ?? ''))) return false
    const after = await dryRun(
      new Map([...edits].map(([name, fileEdits]) => [name, applyEdits(files.get(name)?.text ?? '', fileEdits)])),
    )
    const previous = countEach(before.problems)
    const fixed = countEach(group)
    for (const [key, count] of countEach(after.problems))
      if (count > (previous.get(key) ?? 0) - (fixed.get(key) ?? 0)) return false
    return [...edits].every(([name, fileEdits]) => {
      const oldFile = files.get(name)
      const newFile = after.parsed.files.find(({ file }) => file === name)
      const errors = after.problems.filter(({ file, severity }) => file === name && severity === 'error')
      if (!oldFile || !newFile) return false
      return (
        !errors.some((error) => coversEdit(error, newFile.text, fileEdits)) &&
        hasSameValues(oldFile, newFile, fileEdits) &&
        !swallowsField(oldFile, newFile, fileEdits)
      )
    })
  }
}

/** Reports whether the edits stay on the problem's line, except for edits of whitespace (indentation). */
function staysInLine({ line, fix }: Fixable, text: string): boolean {
  return fix.edits.every(({ start, end, text: inserted }) => {
    const changed = text.slice(start, end) + inserted
    return !changed.includes('\n') && (changed.trim() === '' || toLocation(text, [start, end]).line === line)
  })
}

/** Reports whether an error covers all that an edit inserted, so that the edit only replaced one error with another. */
function coversEdit(error: Problem, text: string, edits: readonly Edit[]): boolean {
  const start = toOffset(text, error)
  const from = toOriginalOffset(start, edits)
  const to = toOriginalOffset(start + error.length, edits)
  // The error may be inside the quotes that the edit added.
  return edits.some((edit) => edit.end > edit.start && /\S/.test(edit.text) && from <= edit.start + 1 && to >= edit.end)
}

/** Counts equal problems. Ignores columns, because a fix on the same line shifts them. */
function countEach(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { file, line, rule, message, found } of problems) {
    const key = [file, line, rule, message, found].join('\n')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Reports whether every value and link outside the edits is unchanged and at the same position. */
function hasSameValues(before: ParsedFile, after: ParsedFile, edits: readonly Edit[]): boolean {
  const untouched = (values: Value[]) =>
    values
      .filter(({ start, end }) => !edits.some((edit) => edit.start <= end && start <= edit.end))
      .map(({ start, value }) => `${start} ${value}`)
      .sort()
      .join('\n')
  const countLinksAndIds = ({ body }: ParsedFile) => `${body?.analysis.links.length} ${body?.analysis.ids.length}`
  return (
    countLinksAndIds(before) === countLinksAndIds(after) &&
    untouched(listValues(before)) === untouched(listValues(after, edits))
  )
}

/** Reports whether an edit turned a field or list item into a continuation line of the text above it. */
function swallowsField(before: ParsedFile, after: ParsedFile, edits: readonly Edit[]): boolean {
  const values = listValues(after, edits)
  return edits.some(({ start, end, text }) => {
    const line = findLineStart(before.text, start)
    const indents = (before.text.slice(start, end) + text).trim() === ''
    if (!indents || !/^\s*(?:- |[\w-]+:(?:\s|$))/.test(before.text.slice(line))) return false
    return values.some((value) => value.start < line && value.end > end)
  })
}

interface Value {
  start: number
  end: number
  value: string
}

/** Lists all field values and links, each with its range before the edits. */
function listValues({ source, body }: ParsedFile, edits: readonly Edit[] = []): Value[] {
  const values: Value[] = []
  const add = ([start, end]: Range, value: string) =>
    values.push({ start: toOriginalOffset(start, edits), end: toOriginalOffset(end, edits), value })
  const walk = (value: unknown, path: ValuePath) => {
    if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(item, [...path, Array.isArray(value) ? Number(key) : key])
    else if (source) add(source.range(path), JSON.stringify(value))
  }
  walk(source?.rawData, [])
  for (const link of body?.analysis.links ?? []) add(body?.range(link) ?? [0, 0], link.address)
  return values
}
