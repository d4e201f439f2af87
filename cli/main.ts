import { Command, CommanderError, Option } from 'commander'
import pc from 'picocolors'
import { type CommonOptions, defaults, shortPath } from './commands/options.ts'
import type { PreviewOptions } from './commands/preview.ts'
import { exit, Failure } from './report/failure.ts'

/** The menu. Each command is loaded only when it is chosen. */
function createProgram(): Command {
  const program = new Command('site')
    .description('Content files in, a prebuilt website out.')
    .exitOverride()
    .showHelpAfterError('(see site --help)')
    .configureHelp({ sortSubcommands: false })

  const add = (name: string, description: string, example: string, out = { folder: defaults.out, env: 'SITE_OUT' }) =>
    program
      .command(name)
      .description(description)
      .addOption(
        new Option('--content <folder>', 'content folder')
          .env('SITE_CONTENT')
          .default(defaults.content, shortPath(defaults.content)),
      )
      .addOption(new Option('--out <folder>', 'output folder').env(out.env).default(out.folder, shortPath(out.folder)))
      .addOption(new Option('--json', 'result as JSON on stdout').env('SITE_JSON').default(false))
      .addOption(new Option('--quiet', 'only problems and results').env('SITE_QUIET').default(false))
      .addHelpText('after', `\nExample:\n  ${example}`)
      .exitOverride()
  const serving = (command: Command) =>
    command
      .addOption(new Option('--port <number>', 'port of the site').env('PORT').default('4173'))
      .addOption(new Option('--host <address>', 'address to listen on').env('HOST').default('127.0.0.1'))
      .addOption(
        new Option('--relay-data <folder>', 'where the relay keeps what comes in')
          .env('SITE_RELAY_DATA')
          .default(defaults.relayData, shortPath(defaults.relayData)),
      )
      .addOption(new Option('--no-relay', 'serve the pages only').env('SITE_RELAY'))

  add(
    'build',
    'content → the published folder; unchanged pages are not rendered again',
    'site build --content ../other-agency --out /tmp/other',
  ).action(async (options: CommonOptions) => void (await (await import('./commands/build.ts')).build(options)))
  add('check', 'every problem of the content, with file, line and column', 'site check --json').action(
    async (options: CommonOptions) => (await import('./commands/check.ts')).check(options),
  )
  serving(add('preview', 'serve the published folder as production would', 'site preview --port 8080')).action(
    async (options: PreviewOptions) => (await import('./commands/preview.ts')).preview(options),
  )
  serving(
    add('dev', 'site, relay and inbox as the files are now: save, and the open page follows', 'site dev', {
      folder: defaults.dev,
      env: 'SITE_DEV_OUT',
    }),
  ).action(async (options: PreviewOptions) => (await import('./commands/dev.ts')).dev(options))
  serving(add('start', 'build, then preview: what npm start runs', 'PORT=8080 site start')).action(
    async (options: PreviewOptions) => (await import('./commands/start.ts')).start(options),
  )
  return program
}

/** Runs the command line and returns the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(argv, { from: 'user' })
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

if (process.argv[1] === import.meta.filename) process.exitCode = await run(process.argv.slice(2))
