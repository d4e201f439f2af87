import { stripVTControlCharacters } from 'node:util'
import { memoize } from '../../content/memoize.ts'
import { formatDiff } from '../../diagnostics/format-diff.ts'
import { isError, type Problem } from '../../diagnostics/problem.ts'
import { compareContents } from '../../diff/compare-contents.ts'
import type { PageChange } from '../../diff/difference.ts'
import type { FileWrite } from '../files/content-store.ts'
import { type FieldProblem, HttpError, placeProblem } from '../files/http-errors.ts'
import type { DryRunResult, EditFailure } from './dry-run-edits.ts'

/** What applying a change set would do. */
export interface ChangeSetEffect {
  /** Descriptions of the edits, with titles and labels. */
  edits: string[]
  failures: EditFailure[]
  /** Problems that `site check` would report only after the edits are applied. */
  problems: Problem[]
  files: { file: string; change: 'added' | 'changed' | 'removed'; diff: string }[]
  /** The pages that change; undefined if the content has errors before or after the edits. */
  pages: PageChange[] | undefined
}

/** Thrown if a change set cannot be applied. Nothing was written. */
export class ChangesRejected extends HttpError {
  constructor(
    message: string,
    readonly failures: readonly EditFailure[],
    readonly problems: readonly (Problem & FieldProblem)[],
  ) {
    super(message, failures.some(({ conflict }) => conflict) ? 409 : 422)
  }
}

/**
 * Checks that edits can be applied.
 * @param consequence last sentence of the error message, such as "Nothing was saved."
 * @param isBlocking whether a new problem prevents applying the edits; by default, only errors do
 * @throws ChangesRejected if an edit failed or a new problem is blocking
 */
export function requireApplicable(result: DryRunResult, consequence: string, isBlocking = isError): void {
  const { failures, before, after } = result
  const problems = result.problems.filter(isBlocking)
  if (failures.length === 0 && problems.length === 0) return
  const reasons = [
    ...failures.map(({ index, edit, message }) => `Edit ${index + 1} (${edit}): ${message}`),
    ...problems.map(({ file, line, column, message, help }) =>
      [`${file}:${line}:${column} ${message}.`, help].filter(Boolean).join(' '),
    ),
  ]
  if (problems.length > 0 && before.problems.some(isError))
    reasons.push('Errors in the content may have hidden other errors until now. Fix these in the same proposal.')
  const placed = problems.map((problem) => ({ ...problem, ...placeProblem(problem, after) }))
  throw new ChangesRejected([...reasons, consequence].join('\n'), failures, placed)
}

/** Returns what the edits change, and compares the pages. Caches the effect with the result. */
export const describeEffect = memoize(async ({ descriptions, ...result }: DryRunResult): Promise<ChangeSetEffect> => {
  const { failures, problems, writes, before, after } = result
  const old = before.content
  const now = after.content
  const difference =
    old && now ? await compareContents({ ...before, content: old }, { ...after, content: now }) : undefined
  const files = writes.map(describeWrite)
  return { edits: descriptions, failures, problems, files, pages: difference?.changedPages }
})

function describeWrite({ file, before, after }: FileWrite): ChangeSetEffect['files'][number] {
  const change = before && after ? 'changed' : after ? 'added' : 'removed'
  const isText = /\.(?:yaml|md)$/.test(file)
  const [old, now] = [before, after].map((bytes) => bytes?.toString('utf8') ?? '') as [string, string]
  return { file, change, diff: isText ? diffTexts(old, now) : '' }
}

/** Returns the lines that differ between two texts, with their numbers. */
export function diffTexts(before: string, after: string): string {
  const [, ...lines] = formatDiff({ file: '', before, after }, '').trimEnd().split('\n')
  return stripVTControlCharacters(lines.join('\n'))
}
