import { realpathSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import { addCommands, exit, exitCodeOf } from './commands/command-line.ts'
import { start } from './commands/start.ts'

/** Runs the command line. Without a command the relay starts. @returns the exit code */
export async function run(argv: readonly string[], variables: NodeJS.ProcessEnv): Promise<number> {
  let code: number = exit.good
  const program = new Command('relay')
    .description('Takes the forms of the site and delivers them, whatever happens in between.')
    .exitOverride()
    .showHelpAfterError('(see relay --help)')
    .configureHelp({ sortSubcommands: false })
  program
    .command('start', { isDefault: true })
    .description('take posts and deliver them, until told to stop')
    .addOption(new Option('--check', 'only check the configuration and the forms').default(false))
    .addOption(new Option('--json', 'result of the check as JSON on stdout').default(false))
    .addHelpText('after', '\nExample:\n  RELAY_TARGETS=smtp SMTP_URL_FILE=/run/secrets/smtp relay start')
    .exitOverride()
    .action(async (options: { check: boolean; json: boolean }) => {
      code = await start(variables, options)
    })
  addCommands(program, variables, (ended) => {
    code = ended
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.good : exit.usage
    const { exitCode, message } = exitCodeOf(error)
    process.stderr.write(`${message}\n`)
    return exitCode
  }
}

// Also when it is run through a link, as package managers make them.
if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename)
  process.exitCode = await run(process.argv.slice(2), process.env)
