import { applyEdits, type Edit, originOf, withoutOverlaps } from '../content/edit.ts'
import type { Assessment } from '../content/load.ts'
import type { ParsedFile } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'

type Fixable = Problem & { fix: { edits: Edit[] } }
/** What the folder would come to with other texts in some of its files. */
type Try = (texts: ReadonlyMap<string, string>) => Promise<Assessment>

/**
 * The problems, each with its fix only if that was tried and mends it: the file can be read, the problem is gone, no
 * other has come, and nothing outside the marked place says anything else.
 */
export async function withoutUnprovenFixes(before: Assessment, attempt: Try): Promise<Problem[]> {
  const unreadable = new Set(before.problems.filter(({ rule }) => rule === 'file/encoding').map(({ file }) => file))
  const fixable = before.problems.filter(
    // A mark before the first letter is no part of the text: taking it away changes none.
    (problem): problem is Fixable => (problem.fix?.edits.length ?? 0) > 0 && !unreadable.has(problem.file),
  )
  const proven = new Set<Problem>(await prove(fixable))
  const stays = ({ fix, file }: Problem) => fix?.edits.length === 0 && !unreadable.has(file)
  return before.problems.map((problem) =>
    !problem.fix || proven.has(problem) || stays(problem) ? problem : { ...problem, fix: undefined },
  )

  /** Many at once, and by halves where they do not hold together: most content with many slips needs one attempt. */
  async function prove(group: Fixable[]): Promise<Fixable[]> {
    if (group.length === 0) return []
    const edits = together(group)
    if (edits && (await holds(group, edits))) return group
    if (group.length === 1) return []
    const middle = Math.ceil(group.length / 2)
    return [...(await prove(group.slice(0, middle))), ...(await prove(group.slice(middle)))]
  }

  async function holds(group: Fixable[], edits: ReadonlyMap<string, Edit[]>): Promise<boolean> {
    const files = new Map(before.parsed.map((file) => [file.file, file]))
    if (!group.every((problem) => isInPlace(problem, files.get(problem.file)))) return false
    const texts = new Map([...edits].map(([name, own]) => [name, applyEdits(files.get(name)?.text ?? '', own)]))
    const after = await attempt(texts)
    const left = tally(after.problems)
    const were = tally(before.problems)
    const mended = tally(group)
    const isNew = [...left].some(([key, count]) => count > (were.get(key) ?? 0) - (mended.get(key) ?? 0))
    if (isNew) return false
    if (after.problems.some((problem) => isInsteadOf(problem, edits.get(problem.file), after))) return false
    return [...edits].every(([name, own]) => {
      const [old, made] = [files.get(name), after.parsed.find(({ file }) => file === name)]
      return old !== undefined && made !== undefined && saysTheSame(old, made, own) && !swallows(old, made, own)
    })
  }
}

/** The edits of a group, by file; undefined where two of them touch. */
function together(group: readonly Fixable[]): Map<string, Edit[]> | undefined {
  const edits = new Map<string, Edit[]>()
  for (const { file, fix } of group) edits.set(file, [...(edits.get(file) ?? []), ...fix.edits])
  for (const name of edits.keys()) {
    const fixes = group.filter(({ file }) => file === name).map(({ fix }) => fix)
    if (withoutOverlaps(fixes).length < fixes.length) return undefined
  }
  return edits
}

/** Edits stay in the line of the problem. Only blanks, as a whole file is indented, may change in others. */
function isInPlace({ line, fix }: Fixable, file: ParsedFile | undefined): boolean {
  const { text } = file ?? { text: '' }
  return fix.edits.every(({ start, end, text: written }) => {
    const replaced = text.slice(start, end)
    if (/\n/.test(replaced + written)) return false
    return /^\s*$/.test(replaced + written) || text.slice(0, start).split('\n').length === line
  })
}

/** Whether an error is all over the text that an edit wrote: one error would be turned into another. */
function isInsteadOf(problem: Problem, edits: readonly Edit[] | undefined, { parsed }: Assessment): boolean {
  const text = edits && problem.severity === 'error' && parsed.find(({ file }) => file === problem.file)?.text
  if (!edits || !text) return false
  const lines = text.split('\n').slice(0, problem.line - 1)
  const start = lines.reduce((sum, line) => sum + line.length + 1, 0) + problem.column - 1
  const [from, to] = [originOf(start, edits), originOf(start + problem.length, edits)]
  // What was put into quotes may be told without them.
  return edits.some((edit) => edit.end > edit.start && /\S/.test(edit.text) && from <= edit.start + 1 && to >= edit.end)
}

/** How often each problem is there. What a problem is does not depend on its column, which a fix before it moves. */
function tally(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { file, line, rule, message, found } of problems) {
    const key = [file, line, rule, message, found].join('\n')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Whether every value and every link that no edit touches is there as before, at its place. */
function saysTheSame(before: ParsedFile, after: ParsedFile, edits: readonly Edit[]): boolean {
  const touched = (start: number, end: number) => edits.some((edit) => edit.start <= end && start <= edit.end)
  const kept = (said: Said[]) =>
    said.flatMap(({ start, end, says }) => (touched(start, end) ? [] : `${start} ${says}`)).sort()
  const moved = listSaid(after).map(({ start, end, says }) => ({
    ...{ start: originOf(start, edits), end: originOf(end, edits), says },
  }))
  return kept(listSaid(before)).join('\n') === kept(moved).join('\n') && countLinks(before) === countLinks(after)
}

/** Whether a field or entry whose indentation was mended has become the next line of the text above it. */
function swallows(before: ParsedFile, after: ParsedFile, edits: readonly Edit[]): boolean {
  const values = listSaid(after).map(({ start, end }) => ({ start: originOf(start, edits), end: originOf(end, edits) }))
  return edits.some(({ start, end, text }) => {
    if (/\S/.test(before.text.slice(start, end) + text)) return false
    const line = before.text.lastIndexOf('\n', start - 1) + 1
    if (!/^\s*(?:- |[\w-]+:(?:\s|$))/.test(before.text.slice(line))) return false
    return values.some((value) => value.start < line && value.end > end)
  })
}

function countLinks({ body }: ParsedFile): string {
  return [body?.found.links.length, body?.found.ids.length].join()
}

interface Said {
  start: number
  end: number
  says: string
}

/** Every value of the fields and every link of the text, with its range. */
function listSaid({ source, body }: ParsedFile): Said[] {
  const said: Said[] = []
  const walk = (value: unknown, path: (string | number)[]) => {
    if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(item, [...path, Array.isArray(value) ? Number(key) : key])
    else if (source) {
      const [start, end] = source.range(path)
      said.push({ start, end, says: JSON.stringify(value) })
    }
  }
  walk(source?.rawData, [])
  for (const link of body?.found.links ?? []) {
    const [start, end] = body?.range(link) ?? [0, 0]
    said.push({ start, end, says: link.address })
  }
  return said
}
