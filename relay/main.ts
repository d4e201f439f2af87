import { realpathSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommanderError, Command as Program } from 'commander'
import { systemClock } from './clock.ts'
import { canaryCommand } from './commands/canary.ts'
import { abandonCommand, dropCommand, releaseCommand, retryCommand } from './commands/change-commands.ts'
import { type Command, EXIT_CODES, formatReport, formatReportStream, UsageError } from './commands/command.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { listCommand } from './commands/list.ts'
import { outcomeCommand } from './commands/outcome.ts'
import { personEraseCommand } from './commands/person-erase.ts'
import { personExportCommand } from './commands/person-export.ts'
import { reportCommand } from './commands/report.ts'
import { showCommand } from './commands/show.ts'
import { startCommand } from './commands/start.ts'
import { testSendCommand } from './commands/test-send.ts'
import { verifyCommand } from './commands/verify.ts'
import { loadConfig } from './load-config.ts'
import { addJournalPriority, isConnectedToJournal } from './monitoring/log.ts'
import { ConfigError } from './settings.ts'
import type { SiteForms } from './site-forms.ts'
import { InvalidOutcomeError } from './store/records.ts'
import type { Target } from './targets/target.ts'
import { createTargets } from './targets/targets.ts'

export { createRelay } from './create-relay.ts'

/** Pino's level number for errors. */
const ERROR = 50

/** All commands, in the order shown in the help. */
const commands: Command[] = [
  ...[startCommand, listCommand, showCommand, retryCommand, abandonCommand, releaseCommand, dropCommand],
  ...[outcomeCommand, reportCommand, exportCommand, personExportCommand, personEraseCommand],
  ...[verifyCommand, doctorCommand, testSendCommand, canaryCommand],
]

/** Runs the command line; without a command, starts the relay. @returns the exit code */
export async function runRelayCli(argv: readonly string[], variables: NodeJS.ProcessEnv): Promise<number> {
  let code: number = EXIT_CODES.good
  const program = new Program('relay')
    .description('Accepts form submissions, stores them durably and delivers them.')
    .version(process.env.npm_package_version ?? 'not built', '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(see relay --help)')
    .configureHelp({ sortSubcommands: false })
  for (const command of commands) {
    const parent = command.group === undefined ? program : findOrAddGroup(program, command.group)
    const added = parent
      .command(command.usage)
      .description(command.description)
      .option('--json', 'print the result as JSON', false)
      .exitOverride()
      .action(async (...parts: unknown[]) => {
        const options = parts.at(-2) as { json: boolean }
        const ids = parts.slice(0, -2).flat() as string[]
        const { config, loadForms } = loadConfig(variables)
        let forms: SiteForms | undefined
        const args = {
          ...options,
          ids,
          id: ids[0] ?? '',
          email: ids[0] ?? '',
          get forms() {
            forms ??= loadForms()
            return forms
          },
          get targets(): Target[] {
            return createTargets(config.targets, { forms: this.forms, clock: systemClock })
          },
        }
        const report = await command.run(config, args)
        if (!report) return
        if ('items' in report) await printToEnd(formatReportStream(report, options))
        else process.stdout.write(formatReport(report, options))
        const { warnings = [], ok } = 'items' in report ? { ok: true, ...report.end() } : report
        for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`)
        code = ok ? EXIT_CODES.good : EXIT_CODES.problems
      })
    for (const option of command.options ?? []) added.addOption(option)
    if (command.example) added.addHelpText('after', `\nExample:\n  ${command.example}`)
  }
  try {
    await program.parseAsync(isCommandMissing(argv) ? ['start', ...argv] : argv, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.good : EXIT_CODES.usage
    const { exitCode, message } = explainError(error)
    process.stderr.write(isConnectedToJournal(2) ? addJournalPriority(`${message}\n`, ERROR) : `${message}\n`)
    return exitCode
  }
}

function findOrAddGroup(program: Program, { name, description }: NonNullable<Command['group']>): Program {
  return program.commands.find((group) => group.name() === name) ?? program.command(name).description(description)
}

/** Reports whether the command is missing, as in `relay` or `relay --check`. The default is then `start`. */
function isCommandMissing([first]: readonly string[]): boolean {
  return first === undefined || (first.startsWith('-') && !['-h', '--help', '--version'].includes(first))
}

/** Streams text to stdout with backpressure. Does not fail if the reader closes the pipe early, as `head` does. */
async function printToEnd(chunks: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(chunks), process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Explains an error. A plain Error has a message for the operator; any other type is a bug in the relay. */
function explainError(error: unknown): { exitCode: number; message: string } {
  if (error instanceof UsageError || error instanceof InvalidOutcomeError)
    return { exitCode: EXIT_CODES.usage, message: error.message }
  if (error instanceof ConfigError) return { exitCode: EXIT_CODES.configuration, message: error.message }
  if (!(error instanceof Error) || [TypeError, RangeError, ReferenceError].some((type) => error instanceof type)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { exitCode: EXIT_CODES.bug, message: `Internal error in the relay:\n${text}` }
  }
  const { code, syscall } = error as NodeJS.ErrnoException
  return { exitCode: EXIT_CODES.cannotRun, message: code && syscall ? `${error.message} (${code})` : error.message }
}

// Resolves symbolic links, because package managers run this file through one.
if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename)
  process.exitCode = await runRelayCli(process.argv.slice(2), process.env)
