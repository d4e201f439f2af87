import type { Assessment } from '../content/load.ts'
import type { Problem } from '../content/problem.ts'
import type { Reader } from '../dev/snapshot.ts'
import type { Saved } from './history.ts'
import { pathAt } from './path-at.ts'
import { Faulty, type FieldProblem, Refused } from './refusals.ts'

/** Tries what files would come to, with the rules of `site check`. */
export function createTrial(reader: () => Reader | undefined) {
  /** @param texts undefined is a file that is not there any more. @throws Refused until sources have been whole */
  async function assess(texts: ReadonlyMap<string, string | undefined> = new Map()): Promise<Assessment> {
    const found = reader()
    if (!found) throw new Refused('The site is not there yet. Mend what the terminal tells first.', 503)
    return found.attempt(texts)
  }

  return {
    assess,
    /** @throws Faulty for an error that was not there before */
    async check(files: readonly Saved[]): Promise<void> {
      const texts = files.filter(({ file }) => /\.(?:yaml|md)$/.test(file))
      const after = await assess(new Map(texts.map(({ file, after: bytes }) => [file, bytes?.toString('utf8')])))
      if (after.content) return
      // Most saves are good: what was wrong before is looked at only where something is wrong now.
      const before = await assess()
      const known = countEach(before.problems.filter(isError))
      const found = after.problems.filter(isError).filter((problem) => {
        const left = known.get(keyOf(problem)) ?? 0
        known.set(keyOf(problem), left - 1)
        return left <= 0
      })
      if (found.length > 0) throw new Faulty(found.map((problem) => placeProblem(problem, after)))
      if (before.content) throw new Refused('Without this file there is no site.')
    },
  }
}
export type Trial = ReturnType<typeof createTrial>

const isError = ({ severity }: Problem) => severity === 'error'

/** Lines and columns move with every edit. */
function keyOf({ file, rule, message, found }: Problem): string {
  return [file, rule, message, found].join('\n')
}

function countEach(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1)
  return counts
}

/** A problem at its field. */
function placeProblem(problem: Problem, { parsed }: Assessment): FieldProblem {
  const { file, rule, line, column, message, help, expected } = problem
  const own = parsed.files.find((one) => one.file === file)
  const lines = own?.text.split('\n').slice(0, line - 1) ?? []
  const offset = lines.reduce((sum, one) => sum + one.length + 1, column - 1)
  const path = own?.source ? pathAt(own.source, offset) : []
  return { file, path, rule, message: expected ? `${message}; expected ${expected}` : message, help }
}
