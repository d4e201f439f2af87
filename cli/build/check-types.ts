import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Problem } from '../diagnostics/problem.ts'
import { isOwnCode, ownCodePaths, projectRoot } from '../packages.mjs'
import { createSourceProblem } from '../rules/own-code.ts'

const compiler = path.join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc')

/**
 * Lists the mistakes that TypeScript finds in the project's own code. Returns none if the project has no own code or
 * no TypeScript.
 * @param home folder to which the paths in problems are relative: the parent of the content folder
 */
export function listTypeProblems(home: string): Problem[] {
  if (ownCodePaths.length === 0 || !existsSync(compiler)) return []
  const options = [compiler, '--project', projectRoot, '--noEmit', '--pretty', 'false']
  const { stdout } = spawnSync(process.execPath, options, { cwd: projectRoot, encoding: 'utf8' })
  return parseTypeErrors(stdout).flatMap(({ file, line, column, message }) => {
    const position = { file: path.resolve(projectRoot, file), line, column }
    if (!isOwnCode(position.file)) return []
    return { ...createSourceProblem('source/type', position, message, home), severity: 'warning' as const }
  })
}

/**
 * Parses output such as `sections/hours/hours.tsx(10,15): error TS2551: Property 'dayz' does not exist …`. Omits further
 * errors of the same line, which mostly follow from the first.
 */
export function parseTypeErrors(output: string) {
  const errors = output.split('\n').flatMap((text) => {
    const found = /\((\d+),(\d+)\): error TS\d+: /.exec(text)
    if (!found) return []
    const [all, line, column] = found
    const message = text.slice(found.index + all.length).trim()
    return { file: text.slice(0, found.index), line: Number(line), column: Number(column), message }
  })
  return errors.filter(({ file, line }, index) => errors[index - 1]?.line !== line || errors[index - 1]?.file !== file)
}
