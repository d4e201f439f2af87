import { CommanderError } from 'commander'
import pc from 'picocolors'
import { readSwitches } from './commands/switches.ts'
import { createProgram } from './program.ts'
import { exit, Failure } from './report/failure.ts'

/** Runs the command line and returns the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    const program = createProgram()
    readSwitches(program)
    await program.parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exit.usage
    if (error instanceof Failure) {
      if (error.message) process.stderr.write(`${error.message}\n`)
      return error.exitCode
    }
    process.stderr.write(
      `${pc.red('This is a fault of the program, not of your content.')}\n${error instanceof Error ? error.stack : String(error)}\nPlease report it with the text above.\n`,
    )
    return exit.bug
  }
}

// A reader that has seen enough, such as `head`, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(exit.problems)
})

if (process.argv[1] === import.meta.filename) process.exitCode = await run(process.argv.slice(2))
