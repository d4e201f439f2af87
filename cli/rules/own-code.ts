import path from 'node:path'
import type { OwnCodeError } from '@northshelf/site/schema/own-code-error.ts'
import { commandName } from '../diagnostics/command-name.ts'
import { locateDefinition, locateInOwnCode, type SourcePosition } from '../diagnostics/own-code.ts'
import type { Explanations, Problem } from '../diagnostics/problem.ts'
import { isInstalled, isOwnCode, projectRoot } from '../packages.mjs'

export const ownCodeRules: Explanations = {
  'source/compile': {
    means: "A file of the project's own code does not compile.",
    matters: 'Neither the site nor its preview can be built.',
    bad: "import { line } from '@northshelf/site/schema/txt.ts'",
    good: "import { line } from '@northshelf/site/schema/text.ts'",
    fix: 'Correct the file at the reported line.',
  },
  'source/incomplete': {
    means: "A section, a drawing or a collection of the project's own code lacks a file or an export.",
    matters: 'Content that uses it cannot be shown.',
    bad: 'export const shema = z.strictObject({ … })',
    good: 'export const schema = z.strictObject({ … })',
    fix: 'Add the missing file or export.',
  },
  'source/run': {
    means: "The project's own code throws an error while it is loaded or while it renders a page.",
    matters: 'The page cannot be built.',
    bad: 'view.dayz.map(…)',
    good: 'view.days.map(…)',
    fix: 'Correct the code at the reported line.',
  },
  'source/type': {
    means: "TypeScript reports a mistake in the project's own code.",
    matters: 'The page may lack a text, or fail to build once the content changes.',
    bad: '<p>{view.headng}</p>',
    good: '<p>{view.heading}</p>',
    fix: 'Correct the code at the reported line. Projects without the package `typescript` are not checked.',
  },
}

type OwnCodeRule = 'source/compile' | 'source/incomplete' | 'source/run' | 'source/type'

/** @param home folder to which the paths in problems are relative: the parent of the content folder */
export function createSourceProblem(
  rule: OwnCodeRule,
  { file, line, column }: SourcePosition,
  message: string,
  home = projectRoot,
): Problem {
  const name = path.relative(home, file).replaceAll(path.sep, '/')
  const help = rule === 'source/incomplete' ? `A working example: ${commandName} docs own-code` : undefined
  return { rule, severity: 'error', file: name, line, column, length: 1, message, help }
}

/**
 * Returns the problems in the project's own code that caused an error; none if the code did not cause it. In this
 * repository, all code is the project's own.
 */
export function listSourceProblems(error: unknown, home?: string): Problem[] {
  const { compileErrors = [] } = error as { compileErrors?: (SourcePosition & { message: string })[] }
  const ownErrors = compileErrors.filter(({ file }) => file && (isOwnCode(file) || !isInstalled))
  if (ownErrors.length > 0)
    return ownErrors.map((position) => createSourceProblem('source/compile', position, position.message, home))
  // The error may come from another copy of the module, so `instanceof` does not recognize it.
  const { ownFile, property = '' } = error as Partial<OwnCodeError>
  const position = ownFile ? locateDefinition(path.join(projectRoot, ownFile), property) : locateInOwnCode(error)
  return position ? [createSourceProblem('source/run', position, (error as Error).message, home)] : []
}
