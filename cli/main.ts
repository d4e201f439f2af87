import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { CommanderError } from 'commander'
import pc from 'picocolors'
import { removeDisabledSwitches } from './commands/options.ts'
import { exitCodes, Failure, toSystemFailure } from './diagnostics/failure.ts'
import { formatProblem } from './diagnostics/formats/pretty.ts'
import { projectRoot } from './packages.mjs'
import { createProgram } from './program.ts'
import { listSourceProblems } from './rules/own-code.ts'

/** Runs the command line and returns the exit code. */
export async function runCli(argv: readonly string[]): Promise<number> {
  try {
    const program = createProgram()
    removeDisabledSwitches(program)
    await program.parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
    const failure = error instanceof Failure ? error : (toSystemFailure(error) ?? toOwnCodeFailure(error))
    if (failure) {
      if (failure.message) process.stderr.write(`${failure.message}\n`)
      return failure.exitCode
    }
    process.stderr.write(
      `${pc.red('Internal error, not caused by your content.')}\n${inspect(error)}\nPlease report this error, including the text above.\n`,
    )
    return exitCodes.bug
  }
}

/** Returns the failure to report for an error in the project's own code; undefined for other errors. */
function toOwnCodeFailure(error: unknown): Failure | undefined {
  const problems = listSourceProblems(error)
  const texts = problems.map((problem) =>
    formatProblem(problem, readFileSync(path.join(projectRoot, problem.file), 'utf8')),
  )
  return problems.length > 0 ? new Failure(texts.join('\n\n'), exitCodes.problems) : undefined
}

// A reader such as `head` may close the pipe early, which is not an internal error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.problems)
  const failure = toSystemFailure(error, 'the output')
  if (!failure) throw error
  process.stderr.write(`${failure.message}\n`)
  process.exit(failure.exitCode)
})

if (process.argv[1] === import.meta.filename) process.exitCode = await runCli(process.argv.slice(2))
