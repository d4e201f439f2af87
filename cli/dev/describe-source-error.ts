import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { listCompileErrors } from '../build/compile-error.mjs'
import { formatProblem } from '../diagnostics/formats/pretty.ts'
import type { Problem } from '../diagnostics/problem.ts'
import { projectRoot } from '../paths.ts'
import { createSourceProblem, listSourceProblems } from '../rules/own-code.ts'

/** A problem that prevents the sources from being used. */
export class SourceError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
  }
}

/** Describes an error in the sources: message and, if known, location and code frame. */
export function describeSourceError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [problem] =
    error instanceof SourceError ? [error.problem] : [...listCompileProblems(error), ...listSourceProblems(error)]
  if (problem) {
    const file = path.join(projectRoot, problem.file)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    return stripVTControlCharacters(formatProblem(problem, text))
  }
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.includes(projectRoot) && !line.includes('node_modules'))
    .slice(0, 4)
  return ['error  source/run', `  ${stripVTControlCharacters(error.message)}`, ...frames.map(short)].join('\n')
}

/** Lists the problems in an exception of the compiler, which names the files that do not compile. */
function listCompileProblems(error: Error): Problem[] {
  return listCompileErrors(error, projectRoot).flatMap(({ file, line, column, message }) =>
    file ? createSourceProblem('source/compile', { file, line, column }, message) : [],
  )
}

function short(text: string): string {
  return text.replaceAll(projectRoot + path.sep, '').replace(/\?.*/s, '')
}
