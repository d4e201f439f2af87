import pc from 'picocolors'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { formatDiff } from '../diagnostics/format-diff.ts'
import { formatProblem } from '../diagnostics/formats/pretty.ts'
import type { FileTexts, Problem } from '../diagnostics/problem.ts'
import { openTerminal } from '../diagnostics/terminal.ts'
import { planFixes } from '../engine/apply-fixes.ts'

const QUESTION = `Apply this fix? ${pc.dim('y yes, n no, a this and all remaining fixes, q quit')} [y] `

/**
 * Shows each problem that has a fix, and asks whether to apply it.
 * @throws Failure with exit code 2 if there is no terminal, 130 if the terminal is closed; no fix is written in either
 * case
 */
export async function chooseFixes(problems: readonly Problem[], texts: FileTexts, folder: string): Promise<Problem[]> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new Failure(
      '--interactive needs a terminal. Use --fix to apply all fixes, or --dry-run to show them.',
      exitCodes.usage,
    )
  const terminal = openTerminal()
  const fixable = problems.filter(({ fix }) => fix)
  const chosen: Problem[] = []
  try {
    for (const [index, problem] of fixable.entries()) {
      const [plan] = planFixes(folder, { problems: [problem], texts })
      const shown = [formatProblem(problem, texts.get(problem.file), folder), plan ? formatDiff(plan, folder) : '']
      process.stderr.write(`${shown.join('\n')}`)
      let answer: string | undefined
      while (answer === undefined) answer = parseAnswer((await terminal.ask(QUESTION)).toLowerCase())
      process.stderr.write('\n')
      if (answer === 'q') break
      if (answer === 'a') return [...chosen, ...fixable.slice(index)]
      if (answer === 'y') chosen.push(problem)
    }
    return chosen
  } finally {
    terminal.close()
  }
}

/** Returns the first letter of an answer, or `y` if the user just pressed Enter; undefined if the answer is invalid. */
function parseAnswer(answer: string): string | undefined {
  return ['yes', 'no', 'all', 'quit'].find((word) => (answer !== '' ? word.startsWith(answer) : word === 'yes'))?.[0]
}
