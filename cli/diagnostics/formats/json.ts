import path from 'node:path'
import type { Log, Region, Result } from 'sarif'
import type { Problem } from '../problem.ts'
import { type CheckResult, countProblems, describeProblem, getRepositoryPath } from './result.ts'

/** Formats a result as JSON. The version increases when a field's meaning changes, not when one is added. */
export function formatJson({ problems, files, folder }: CheckResult): string {
  const { errors, warnings, fixable } = countProblems(problems)
  // The folder that file paths are relative to.
  const root = path.dirname(folder)
  const result = { version: 1, ok: errors === 0, root, files, errors, warnings, fixable, problems }
  return `${JSON.stringify(result, null, 2)}\n`
}

/** Formats SARIF 2.1.0, which code scanning services and editors read. */
export function formatSarif(result: CheckResult): string {
  const used = [...new Set(result.problems.map(({ rule }) => rule))].sort()
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'site check',
            rules: used.map((id) => {
              const { means = id, fix = '' } = result.explanations[id] ?? {}
              return { id, shortDescription: { text: means }, help: { text: fix || means } }
            }),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: result.problems.map((problem) => toResult(problem, used.indexOf(problem.rule), result)),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function toResult(problem: Problem, ruleIndex: number, result: CheckResult): Result {
  const { rule, severity, line, column, length, related = [] } = problem
  const location = (file: string, region: Region) => {
    const uri = encodeURI(getRepositoryPath(file, result))
    return { physicalLocation: { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, region } }
  }
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: describeProblem(problem).join('\n') },
    locations: [location(problem.file, { startLine: line, startColumn: column, endColumn: column + length })],
    ...(related.length > 0 && {
      relatedLocations: related.map((other) => ({
        ...location(other.file, { startLine: other.line, startColumn: other.column }),
        message: { text: other.message },
      })),
    }),
  }
}
