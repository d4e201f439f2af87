import type { Path, Source } from '../../content/yaml/source.ts'
import type { Reader } from '../../dev/snapshot.ts'
import { offsetOf } from '../../diagnostics/location.ts'
import { listNewErrors, type Problem } from '../../diagnostics/problem.ts'
import type { Validated } from '../../engine/validate.ts'
import type { FileWrite } from './disk.ts'
import { type FieldProblem, HttpError, ValidationError } from './http-errors.ts'

/** Validates files with the rules of `site check` before they are written. */
export function createValidator(reader: () => Reader | undefined) {
  /** @param texts undefined for a deleted file. @throws HttpError until the sources have compiled once */
  async function assess(texts: ReadonlyMap<string, string | undefined> = new Map()): Promise<Validated> {
    const found = reader()
    if (!found) throw new HttpError('The site is not there yet. Mend what the terminal tells first.', 503)
    return found.dryRun(texts)
  }

  return {
    assess,
    /** Lists warnings of a file. */
    async remarks(file: string): Promise<FieldProblem[]> {
      const now = await assess()
      return now.problems
        .filter((one) => one.file === file && one.severity !== 'error')
        .map((one) => placeProblem(one, now))
    },
    /** @throws ValidationError if the files add an error */
    async check(files: readonly FileWrite[]): Promise<void> {
      // Whether a picture exists matters to the check; its bytes do not.
      const texts = files.filter(({ file, after }) => !after || /\.(?:yaml|md)$/.test(file))
      const after = await assess(new Map(texts.map(({ file, after: bytes }) => [file, bytes?.toString('utf8')])))
      if (after.content) return
      // Most saves are valid, so earlier errors are only computed if there are errors now.
      const before = await assess()
      const found = listNewErrors(before.problems, after.problems)
      if (found.length > 0) throw new ValidationError(found.map((problem) => placeProblem(problem, after)))
      if (before.content) throw new HttpError('Without this file there is no site.')
    },
  }
}
export type Validator = ReturnType<typeof createValidator>

/** Returns a problem with the path of its field. */
function placeProblem(problem: Problem, { parsed }: Validated): FieldProblem {
  const { file, rule, message, help, expected } = problem
  const own = parsed.files.find((one) => one.file === file)
  const path = own?.source ? pathAt(own.source, offsetOf(own.text, problem)) : []
  return { file, path, rule, message: expected ? `${message}; expected ${expected}` : message, help }
}

/** The path of the smallest value whose text an offset lies in; the file itself where it lies in none. */
function pathAt(source: Source, offset: number): Path {
  const within = (path: Path) => {
    const [[start], [, end]] = [source.range(path, 'key'), source.range(path)]
    return start <= offset && offset < Math.max(end, start + 1)
  }
  const step = (value: unknown, path: Path): Path => {
    if (typeof value !== 'object' || value === null) return path
    const names = Object.keys(value).map((name) => (Array.isArray(value) ? Number(name) : name))
    const name = names.find((one) => within([...path, one]))
    return name === undefined ? path : step((value as Record<string, unknown>)[name], [...path, name])
  }
  return step(source.rawData, [])
}
