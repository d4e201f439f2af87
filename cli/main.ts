import { Command, CommanderError, Option } from 'commander'
import pc from 'picocolors'
import type { AuditCommandOptions } from './commands/audit.ts'
import type { CheckOptions } from './commands/check.ts'
import type { NewOptions } from './commands/new.ts'
import { type CommonOptions, defaults, shortPath } from './commands/options.ts'
import type { PreviewOptions } from './commands/preview.ts'
import { readSwitches } from './commands/switches.ts'
import { thresholdsFile } from './paths.ts'
import { commandName } from './report/command-name.ts'
import { exit, Failure } from './report/failure.ts'

/** The menu. Each command is loaded only when it is chosen. */
function createProgram(): Command {
  const program = new Command(commandName)
    .description('Content files in, a prebuilt website out.')
    .exitOverride()
    .showHelpAfterError(`(see ${commandName} --help)`)
    .configureHelp({ sortSubcommands: false })
    .addHelpText('after', `\nExamples:\n  ${commandName} check --fix\n  ${commandName} build --content ../other-agency`)

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
      .addOption(new Option('--json', 'result as JSON on stdout').env('SITE_JSON'))
      .addOption(new Option('--quiet', 'only problems and results').env('SITE_QUIET'))
      .addHelpText('after', `\nExample:\n  ${example.replace(/\bsite (?=[a-z])/g, `${commandName} `)}`)
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
  add(
    'check',
    'every problem of the content and its links, with file, line, column and what to do',
    'site check --fix\n  site check --content ../other-agency --format json',
  )
    .addOption(
      new Option('--format <name>', 'how problems are told')
        .env('SITE_FORMAT')
        .choices(['pretty', 'concise', 'json', 'github', 'sarif'])
        .default('pretty'),
    )
    .addOption(new Option('--fix', 'mend what can only be meant in one way').env('SITE_FIX'))
    .addOption(new Option('--dry-run', 'show what --fix would change').env('SITE_DRY_RUN'))
    .addOption(
      new Option('--built', 'also post every form of the built pages to the built relay; nothing is sent').env(
        'SITE_BUILT',
      ),
    )
    .addOption(new Option('--strict', 'warnings fail as errors do').env('SITE_STRICT'))
    .action(async (options: CheckOptions) => (await import('./commands/check.ts')).check(options))
  program
    .command('explain')
    .description('what a rule of check means, why it matters and how to mend it')
    .argument('[rule]', 'such as link/dead; without it, all rules are listed')
    .addOption(new Option('--json', 'result as JSON on stdout').env('SITE_JSON'))
    .addHelpText('after', `\nExample:\n  ${commandName} explain yaml/cut-by-comment`)
    .exitOverride()
    .action(async (rule: string | undefined, options: { json: boolean }) =>
      (await import('./commands/explain.ts')).explain(rule, options),
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
  add(
    'audit',
    'the built site through every gate: links, html, bytes, forms, browser, lighthouse',
    'site audit --routes /,/careers --skip lighthouse',
  )
    .addOption(new Option('--routes <paths>', 'only these pages, such as /,/blog/*').env('SITE_AUDIT_ROUTES'))
    .addOption(
      new Option('--skip <gates>', 'leave out some of them, such as browser,lighthouse').env('SITE_AUDIT_SKIP'),
    )
    .addOption(
      new Option('--external', 'also ask whether what is linked elsewhere is there')
        .env('SITE_AUDIT_EXTERNAL')
        .default(false),
    )
    .addOption(
      new Option('--runs <number>', 'Lighthouse runs a page; their median counts').env('SITE_AUDIT_RUNS').default('3'),
    )
    .addOption(
      new Option('--thresholds <file>', 'what a page may weigh and how fast it must be')
        .env('SITE_AUDIT_THRESHOLDS')
        .default(thresholdsFile, shortPath(thresholdsFile)),
    )
    .addOption(
      new Option('--format <name>', 'how findings are told')
        .choices(['pretty', 'json', 'github'])
        .env('SITE_AUDIT_FORMAT')
        .default('pretty'),
    )
    .action(async (options: AuditCommandOptions) => (await import('./commands/audit.ts')).audit(options))
  add('new', 'a new file of content, valid and explained', 'site new blog prime-day-in-numbers')
    .argument('<type>', 'what it is, such as blog or page; content/README.md has a table of each')
    .argument('[slug]', 'file name without the ending; it becomes part of the address')
    .addOption(new Option('--layout <name>', 'of a service: expanding or argument').env('SITE_NEW_LAYOUT'))
    .action(async (type: string, slug: string | undefined, options: NewOptions) =>
      (await import('./commands/new.ts')).createNew(type, slug, options),
    )
  add('schema', 'completion for editors, and the tables of fields in content/README.md', 'site schema').action(
    async (options: CommonOptions) => (await import('./commands/schema.ts')).schema(options),
  )
  return program
}

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
