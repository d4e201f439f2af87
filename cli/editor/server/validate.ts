import type { Reader } from '../../dev/snapshot.ts'
import { offsetOf } from '../../diagnostics/location.ts'
import { listNewErrors, type Problem } from '../../diagnostics/problem.ts'
import type { Validated } from '../../engine/validate.ts'
import type { Saved } from './disk.ts'
import { Faulty, type FieldProblem, Refused } from './http-errors.ts'
import { pathAt } from './path-at.ts'

/** Tries what files would come to, with the rules of `site check`. */
export function createTrial(reader: () => Reader | undefined) {
  /** @param texts undefined is a file that is not there any more. @throws Refused until sources have been whole */
  async function assess(texts: ReadonlyMap<string, string | undefined> = new Map()): Promise<Validated> {
    const found = reader()
    if (!found) throw new Refused('The site is not there yet. Mend what the terminal tells first.', 503)
    return found.dryRun(texts)
  }

  return {
    assess,
    /** What is no error in a file, and worth a look. */
    async remarks(file: string): Promise<FieldProblem[]> {
      const now = await assess()
      return now.problems
        .filter((one) => one.file === file && one.severity !== 'error')
        .map((one) => placeProblem(one, now))
    },
    /** @throws Faulty for an error that was not there before */
    async check(files: readonly Saved[]): Promise<void> {
      // Whether a picture exists matters to the check; its bytes do not.
      const texts = files.filter(({ file, after }) => !after || /\.(?:yaml|md)$/.test(file))
      const after = await assess(new Map(texts.map(({ file, after: bytes }) => [file, bytes?.toString('utf8')])))
      if (after.content) return
      // Most saves are good: what was wrong before is looked at only where something is wrong now.
      const before = await assess()
      const found = listNewErrors(before.problems, after.problems)
      if (found.length > 0) throw new Faulty(found.map((problem) => placeProblem(problem, after)))
      if (before.content) throw new Refused('Without this file there is no site.')
    },
  }
}
export type Trial = ReturnType<typeof createTrial>

/** A problem at its field. */
function placeProblem(problem: Problem, { parsed }: Validated): FieldProblem {
  const { file, rule, message, help, expected } = problem
  const own = parsed.files.find((one) => one.file === file)
  const path = own?.source ? pathAt(own.source, offsetOf(own.text, problem)) : []
  return { file, path, rule, message: expected ? `${message}; expected ${expected}` : message, help }
}
