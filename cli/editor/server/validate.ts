import type { SavedFiles } from '../../content/content-files.ts'
import type { EditionRequest } from '../../content/publication.ts'
import type { ValuePath, YamlSource } from '../../content/yaml/source.ts'
import type { ContentReader } from '../../dev/snapshot.ts'
import { toOffset } from '../../diagnostics/location.ts'
import { listNewErrors, type Problem } from '../../diagnostics/problem.ts'
import type { SavedContent } from '../../engine/load.ts'
import type { ValidationResult } from '../../engine/validate.ts'
import type { FileWrite } from './content-store.ts'
import { type FieldProblem, HttpError, ValidationError } from './http-errors.ts'

/** Validates files with the rules of `site check` before they are written. */
export function createValidator(reader: () => ContentReader | undefined) {
  /** Reads and validates the content. @throws HttpError if the sources have never compiled */
  async function assess(edition?: EditionRequest): Promise<SavedContent> {
    const current = reader()
    if (!current) throw new HttpError('The site has not compiled yet. Fix the errors shown in the terminal first.', 503)
    return current.parse(edition)
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
    /** @returns the content with which the files were checked. @throws ValidationError if the files introduce an error */
    async check(files: readonly FileWrite[]): Promise<SavedFiles> {
      const before = await assess()
      const after = await before.dryRun(new Map(files.map(({ file, after: bytes }) => [file, bytes])))
      if (after.content) return before.files
      const found = listNewErrors(before.problems, after.problems)
      if (found.length > 0) throw new ValidationError(found.map((problem) => placeProblem(problem, after)))
      if (before.content) throw new HttpError('The site cannot be built without this file.')
      return before.files
    },
  }
}

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
