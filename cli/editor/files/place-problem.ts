import type { ValuePath, YamlSource } from '../../content/yaml/source.ts'
import { toOffset } from '../../diagnostics/location.ts'
import type { Problem } from '../../diagnostics/problem.ts'
import type { CheckedContent } from '../../engine/load.ts'
import type { FieldProblem } from './http-errors.ts'

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
