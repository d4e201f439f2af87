import type { ParsedFile } from '../content/parsed.ts'
import { UNSURE } from '../content/read-text.ts'
import type { Path } from '../content/yaml/source.ts'
import { applyEdits, type Edit, originOf, withoutOverlaps } from '../diagnostics/edit.ts'
import { lineStart, locationOf, offsetOf, type Range } from '../diagnostics/location.ts'
import type { Problem } from '../diagnostics/problem.ts'
import type { DryRun } from './dry-run.ts'
import type { Validated } from './validate.ts'

type Fixable = Problem & { fix: { edits: Edit[] } }

/**
 * The problems, without the fixes that a dry run does not confirm. With the fix, the file must be readable, the problem
 * gone, no other added, and every value outside the edits unchanged.
 */
export async function dropUnverifiedFixes(
  before: Pick<Validated, 'problems' | 'parsed'>,
  dryRun: DryRun,
): Promise<Problem[]> {
  const unreadable = new Set(before.problems.filter(({ rule }) => UNSURE.includes(rule)).map(({ file }) => file))
  const fixable = before.problems.filter((one): one is Fixable => one.fix !== undefined && !unreadable.has(one.file))
  // A byte order mark is no part of the text: taking it away needs no edits.
  const edited = fixable.filter(({ fix }) => fix.edits.length > 0)
  const verified = new Set<Problem>([...fixable.filter((one) => !edited.includes(one)), ...(await verify(edited))])
  return before.problems.map((one) => (!one.fix || verified.has(one) ? one : { ...one, fix: undefined }))

  /** All at once, then by halves where that fails: most content needs one dry run. */
  async function verify(group: Fixable[]): Promise<Fixable[]> {
    if (group.length === 0 || (await holds(group))) return group
    if (group.length === 1) return []
    const middle = Math.ceil(group.length / 2)
    return [...(await verify(group.slice(0, middle))), ...(await verify(group.slice(middle)))]
  }

  async function holds(group: Fixable[]): Promise<boolean> {
    const files = new Map(before.parsed.files.map((file) => [file.file, file]))
    const edits = new Map<string, Edit[]>()
    for (const { file, fix } of group) edits.set(file, [...(edits.get(file) ?? []), ...fix.edits])
    for (const name of edits.keys()) {
      const fixes = group.filter(({ file }) => file === name).map(({ fix }) => fix)
      if (withoutOverlaps(fixes).length < fixes.length) return false
    }
    if (!group.every((problem) => staysInLine(problem, files.get(problem.file)?.text ?? ''))) return false
    const after = await dryRun(
      new Map([...edits].map(([name, own]) => [name, applyEdits(files.get(name)?.text ?? '', own)])),
    )
    const [were, mended] = [countEach(before.problems), countEach(group)]
    for (const [key, count] of countEach(after.problems))
      if (count > (were.get(key) ?? 0) - (mended.get(key) ?? 0)) return false
    return [...edits].every(([name, own]) => {
      const [old, made] = [files.get(name), after.parsed.files.find(({ file }) => file === name)]
      const errors = after.problems.filter(({ file, severity }) => file === name && severity === 'error')
      return (
        old !== undefined &&
        made !== undefined &&
        !errors.some((error) => coversEdit(error, made.text, own)) &&
        saysTheSame(old, made, own) &&
        !swallowsField(old, made, own)
      )
    })
  }
}

/** Whether the edits stay in the line of the problem. In others only blanks may change: a whole file is indented at once. */
function staysInLine({ line, fix }: Fixable, text: string): boolean {
  return fix.edits.every(({ start, end, text: inserted }) => {
    const changed = text.slice(start, end) + inserted
    return !changed.includes('\n') && (changed.trim() === '' || locationOf(text, [start, end]).line === line)
  })
}

/** Whether an error covers all that an edit inserted: the edit would only turn one error into another. */
function coversEdit(error: Problem, text: string, edits: readonly Edit[]): boolean {
  const start = offsetOf(text, error)
  const [from, to] = [originOf(start, edits), originOf(start + error.length, edits)]
  // An error may lie inside the quotes that an edit put around a text.
  return edits.some((edit) => edit.end > edit.start && /\S/.test(edit.text) && from <= edit.start + 1 && to >= edit.end)
}

/** How often each problem is there. Its column does not count, for a fix in the same line moves it. */
function countEach(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { file, line, rule, message, found } of problems) {
    const key = [file, line, rule, message, found].join('\n')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Whether every value and every link that no edit touches is there as before, where it was. */
function saysTheSame(before: ParsedFile, after: ParsedFile, edits: readonly Edit[]): boolean {
  const untouched = (values: Value[]) =>
    values
      .filter(({ start, end }) => !edits.some((edit) => edit.start <= end && start <= edit.end))
      .map(({ start, value }) => `${start} ${value}`)
      .sort()
      .join('\n')
  const amounts = ({ body }: ParsedFile) => `${body?.found.links.length} ${body?.found.ids.length}`
  return amounts(before) === amounts(after) && untouched(listValues(before)) === untouched(listValues(after, edits))
}

/** Whether a field or entry whose indentation was mended has become the next line of the text above it. */
function swallowsField(before: ParsedFile, after: ParsedFile, edits: readonly Edit[]): boolean {
  const values = listValues(after, edits)
  return edits.some(({ start, end, text }) => {
    const line = lineStart(before.text, start)
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

/** Every value of the fields and every link of the text, with its range before the edits. */
function listValues({ source, body }: ParsedFile, edits: readonly Edit[] = []): Value[] {
  const values: Value[] = []
  const add = ([start, end]: Range, value: string) =>
    values.push({ start: originOf(start, edits), end: originOf(end, edits), value })
  const walk = (value: unknown, path: Path) => {
    if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(item, [...path, Array.isArray(value) ? Number(key) : key])
    else if (source) add(source.range(path), JSON.stringify(value))
  }
  walk(source?.rawData, [])
  for (const link of body?.found.links ?? []) add(body?.range(link) ?? [0, 0], link.address)
  return values
}
