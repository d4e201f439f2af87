import type { ValuePath, YamlSource } from '../../content/yaml/source.ts'
import type { ContentReader } from '../../dev/snapshot.ts'
import { toOffset } from '../../diagnostics/location.ts'
import { listNewErrors, type Problem } from '../../diagnostics/problem.ts'
import type { ValidationResult } from '../../engine/validate.ts'
import type { FileWrite } from './content-store.ts'
import { type FieldProblem, HttpError, ValidationError } from './http-errors.ts'

/** Validates files with the rules of `site check` before they are written. */
export function createValidator(reader: () => ContentReader | undefined) {
  /**
   * Validates the content with the given files changed.
   * @param texts new text by file; undefined for a deleted file
   * @throws HttpError if the sources have never compiled
   */
  async function assess(texts: ReadonlyMap<string, string | undefined> = new Map()): Promise<ValidationResult> {
    const current = reader()
    if (!current) throw new HttpError('The site has not compiled yet. Fix the errors shown in the terminal first.', 503)
    return current.dryRun(texts)
  }

  return {
    assess,
    /** Lists the warnings for a file. */
    async remarks(file: string): Promise<FieldProblem[]> {
      const now = await assess()
      return now.problems
        .filter((problem) => problem.file === file && problem.severity !== 'error')
        .map((problem) => placeProblem(problem, now))
    },
    /** @throws ValidationError if the files introduce an error */
    async check(files: readonly FileWrite[]): Promise<void> {
      // Exclude new images, because the check does not read their content.
      const texts = files.filter(({ file, after }) => !after || /\.(?:yaml|md)$/.test(file))
      const after = await assess(new Map(texts.map(({ file, after: bytes }) => [file, bytes?.toString('utf8')])))
      if (after.content) return
      // Most saves are valid, so compute the earlier errors only if there are errors now.
      const before = await assess()
      const found = listNewErrors(before.problems, after.problems)
      if (found.length > 0) throw new ValidationError(found.map((problem) => placeProblem(problem, after)))
      if (before.content) throw new HttpError('The site cannot be built without this file.')
    },
  }
}
export type Validator = ReturnType<typeof createValidator>

/** Adds the field's path to a problem. */
export function placeProblem(problem: Problem, { parsed }: Pick<ValidationResult, 'parsed'>): FieldProblem {
  const { file, rule, message, help, expected } = problem
  const parsedFile = parsed.files.find((candidate) => candidate.file === file)
  const path = parsedFile?.source ? pathAt(parsedFile.source, toOffset(parsedFile.text, problem)) : []
  return { file, path, rule, message: expected ? `${message}; expected ${expected}` : message, help }
}

/** Returns the path of the innermost value at an offset; empty if there is no value. */
function pathAt(source: YamlSource, offset: number): ValuePath {
  const within = (path: ValuePath) => {
    const [[start], [, end]] = [source.range(path, 'key'), source.range(path)]
    return start <= offset && offset < Math.max(end, start + 1)
  }
  const step = (value: unknown, path: ValuePath): ValuePath => {
    if (typeof value !== 'object' || value === null) return path
    const names = Object.keys(value).map((name) => (Array.isArray(value) ? Number(name) : name))
    const name = names.find((candidate) => within([...path, candidate]))
    return name === undefined ? path : step((value as Record<string, unknown>)[name], [...path, name])
  }
  return step(source.rawData, [])
}
