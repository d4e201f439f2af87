import type { ValuePath, YamlSource } from '../../content/yaml/source.ts'
import { toOffset } from '../../diagnostics/location.ts'
import type { Problem } from '../../diagnostics/problem.ts'
import type { CheckedContent } from '../../engine/load.ts'

/** An error response. The failed request wrote no files. */
export class HttpError extends Error {
  status: number
  constructor(message: string, status = 422) {
    super(message)
    this.status = status
  }
}

/** Thrown if a file has been changed or deleted since the editor read it. */
export class ConflictError extends HttpError {
  file: string
  text: string | undefined
  constructor(file: string, now: Buffer | undefined) {
    super(now ? `${file} was changed in the meantime.` : `${file} no longer exists.`, 409)
    this.file = file
    this.text = now?.toString('utf8')
  }
}

/** Thrown if other content has changed since files were checked. They can be checked again. */
export class OutdatedCheckError extends HttpError {
  constructor(file: string) {
    super(`${file} was changed in the meantime. Nothing was written. Try again.`, 409)
  }
}

/** A problem that `site check` reports about a field. */
export interface FieldProblem {
  file: string
  path: ValuePath
  rule: string
  message: string
  help: string | undefined
}

export class ValidationError extends HttpError {
  constructor(readonly problems: FieldProblem[]) {
    super(problems[0]?.message ?? 'The check found an error.')
  }
}

/** Adds the field's path to a problem. */
export function placeProblem(problem: Problem, { parsed }: Pick<CheckedContent, 'parsed'>): FieldProblem {
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
