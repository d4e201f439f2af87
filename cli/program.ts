import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Command, Option } from 'commander'
import type { NewOptions } from './commands/new.ts'
import { defaults } from './commands/options.ts'
import type { RenameOptions } from './commands/rename.ts'
import { commandName } from './diagnostics/command-name.ts'
import { formats } from './diagnostics/formats/formats.ts'
import { shortPath } from './diagnostics/from-here.ts'
import { formats as diffFormats } from './diff/formats.ts'
import { projectRoot, thresholdsFile } from './paths.ts'
import { asked, flagOf } from './scaffold/init/asked.ts'

/** Creates an option that an environment variable can also set. @param shown how the help displays the default */
function option(flags: string, description: string, env: string, standard?: string | boolean, shown?: string): Option {
  const made = new Option(flags, description).env(env)
  return standard === undefined ? made : made.default(standard, shown)
}

const json = () => option('--json', 'result as JSON on stdout', 'SITE_JSON')
const folderOption = (flags: string, description: string, env: string, folder: string) =>
  option(flags, description, env, folder, shortPath(folder))
const exampleText = (example: string) => `\nExample:\n  ${example.replace(/\bsite (?=[a-z])/g, `${commandName} `)}`

/** Loads a command only when it runs. Discards its return value, which is for other callers. */
const lazily =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => unknown>) =>
  async (...args: Args) =>
    void (await (
      await load()
    )(...args))

/** Joins an unquoted name, so that the command can show how to write it; undefined without words. */
const asOneName = (words: readonly string[]) => (words.length > 0 ? words.join(' ') : undefined)

/** Creates the command line parser with all commands. */
export function createProgram(): Command {
  const program = new Command(commandName)
    .description('Content files in, a prebuilt website out.')
    .version(JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')).version, '-V, --version')
    .exitOverride()
    .showHelpAfterError(`(see ${commandName} --help)`)
    .configureHelp({ sortSubcommands: false })
    .addHelpText('after', `\nExamples:\n  ${commandName} check --fix\n  ${commandName} build --content ../other-agency`)

  const add = (name: string, description: string, example: string, options: Option[] = [], out = defaults.out) => {
    const command = program
      .command(name)
      .description(description)
      .exitOverride()
      .addHelpText('after', exampleText(example))
    const common = [
      folderOption('--content <folder>', 'content folder', 'SITE_CONTENT', defaults.content),
      folderOption('--out <folder>', 'output folder', out === defaults.dev ? 'SITE_DEV_OUT' : 'SITE_OUT', out),
      json(),
      option('--quiet', 'only problems and results', 'SITE_QUIET'),
    ]
    for (const one of [...common, ...options]) command.addOption(one)
    return command
  }
  const now = option('--now <day>', 'the day that counts as today, such as 2031-01-31', 'SITE_NOW')
  const drafts = option('--drafts', 'with the entries that say draft: true', 'SITE_DRAFTS')
  const serving = [
    option('--port <number>', 'port of the site', 'PORT', '4173'),
    option('--host <address>', 'address to listen on', 'HOST', '127.0.0.1'),
    folderOption('--relay-data <folder>', 'where the relay keeps what comes in', 'SITE_RELAY_DATA', defaults.relayData),
    option('--no-relay', 'serve the pages only', 'SITE_RELAY'),
  ]

  add(
    'build',
    'content → the published folder; unchanged pages are not rendered again',
    'site build --content ../other-agency --out /tmp/other\n  site build --best --record',
    [
      now,
      drafts,
      option(
        '--draft',
        'pages only, to be looked at: no compressed copies, no pictures for shared links',
        'SITE_DRAFT',
      ),
      option('--best', 'as small as can be, for what is published: takes longer the first time', 'SITE_BEST').conflicts(
        'draft',
      ),
      option(
        '--record',
        'note the addresses of its pages in published.yaml: check tells when one goes',
        'SITE_RECORD',
      ).conflicts(['draft', 'drafts', 'now']),
    ],
  ).action(lazily(async () => (await import('./commands/build.ts')).build))
  add(
    'check',
    'every problem of the content and its links, with file, line, column and what to do',
    'site check --fix\n  site check blog/prime-day.md\n  site check --content ../other-agency --format json',
    [
      now,
      drafts,
      option('--format <name>', 'how problems are told', 'SITE_FORMAT', 'pretty').choices(Object.keys(formats)),
      option('--fix', 'mend what can only be meant in one way', 'SITE_FIX'),
      option('--dry-run', 'show what --fix would change', 'SITE_DRY_RUN'),
      option('--interactive', 'show each fix and ask whether to mend it so', 'SITE_INTERACTIVE').conflicts([
        'dryRun',
        'json',
      ]),
      option('--built', 'also post every form of the built pages to the built relay; nothing is sent', 'SITE_BUILT'),
      option('--strict', 'warnings fail as errors do', 'SITE_STRICT'),
    ],
  )
    .argument('[paths...]', 'only problems of these files and folders')
    .action(lazily(async () => (await import('./commands/check.ts')).check))
  program
    .command('explain')
    .description('what a rule of check means, why it matters and how to mend it')
    .argument('[rule]', 'such as link/dead; without it, all rules are listed')
    .addOption(json())
    .addHelpText('after', exampleText('site explain yaml/cut-by-comment'))
    .exitOverride()
    .action(lazily(async () => (await import('./commands/explain.ts')).explain))
  add('preview', 'serve the published folder as production would', 'site preview --port 8080', serving).action(
    lazily(async () => (await import('./commands/preview.ts')).preview),
  )
  add(
    'dev',
    'site, relay and inbox as the files are now: save, and the open page follows',
    'site dev\n  site dev --now 2031-01-31',
    [
      ...serving,
      option('--now <day>', 'the site as it is built on that day; without it all there is, marked', 'SITE_NOW'),
      drafts,
    ],
    defaults.dev,
  ).action(lazily(async () => (await import('./commands/dev.ts')).dev))
  add('start', 'build, then preview: what npm start runs', 'PORT=8080 site start', serving).action(
    lazily(async () => (await import('./commands/start.ts')).start),
  )
  add(
    'audit',
    'the built site through every gate: links, html, bytes, forms, browser, lighthouse',
    'site audit --routes /,/careers --skip lighthouse',
    [
      option('--routes <paths>', 'only these pages, such as /,/blog/*', 'SITE_AUDIT_ROUTES'),
      option('--skip <gates>', 'leave out some of them, such as browser,lighthouse', 'SITE_AUDIT_SKIP'),
      option('--external', 'also ask whether what is linked elsewhere is there', 'SITE_AUDIT_EXTERNAL', false),
      option('--runs <number>', 'Lighthouse runs a page; their median counts', 'SITE_AUDIT_RUNS', '3'),
      folderOption(
        '--thresholds <file>',
        'what a page may weigh and how fast it must be',
        'SITE_AUDIT_THRESHOLDS',
        thresholdsFile,
      ),
      option('--format <name>', 'how findings are told', 'SITE_AUDIT_FORMAT', 'pretty').choices([
        'pretty',
        'json',
        'github',
      ]),
    ],
  ).action(lazily(async () => (await import('./commands/audit.ts')).audit))
  add(
    'diff',
    'list the pages that changed since a commit, or between two builds',
    'site diff\n  site diff v1.2 --json\n  site diff ../main/dist',
    [
      now,
      drafts,
      option('--format <name>', 'how it is told', 'SITE_DIFF_FORMAT', 'pretty').choices(Object.keys(diffFormats)),
    ],
  )
    .argument('[other]', 'a commit such as main, v1.2 or HEAD~3; or the output folder of another build')
    .action(lazily(async () => (await import('./commands/diff.ts')).diff))
  const made = add(
    'new',
    'a new file of content, or a section of a page, valid and explained',
    'site new blog prime-day-in-numbers\n  site new section faq --in pages/about',
    [option('--layout <name>', 'of a service: expanding or argument', 'SITE_NEW_LAYOUT')],
  )
    .argument('[type]', 'what it is, such as blog or page; without it, all are listed')
    .argument('[slug...]', 'file name without the ending; it becomes part of the address')
    .action(async (type: string | undefined, words: string[], options: NewOptions) =>
      (await import('./commands/new.ts')).createNew(type, asOneName(words), options),
    )
  made
    .command('section')
    .description('a section of a page; printed, or with --in put there')
    .argument('[type]', 'such as faq; without it, all types are listed with what they are for')
    .addOption(option('--in <page>', 'the page that gets it, such as pages/about', 'SITE_NEW_IN'))
    .addOption(
      option('--after <section>', 'its type or number; without it, before what ends the page', 'SITE_NEW_AFTER'),
    )
    .addOption(option('--dry-run', 'show what it would change', 'SITE_DRY_RUN'))
    .addHelpText('after', exampleText('site new section\n  site new section faq --in pages/about --after timeline'))
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .action(async (type: string | undefined, _: object, command: Command) =>
      (await import('./commands/new-section.ts')).createSection(type, command.optsWithGlobals()),
    )
  add(
    'list',
    'what there is: state, address, words and how often it is used',
    'site list services\n  site list --unused',
    [now, option('--unused', 'only what nothing uses, and shows only where it is used', 'SITE_LIST_UNUSED')],
  )
    .argument('[collection]', 'such as services, blog, facts, images or files')
    .action(lazily(async () => (await import('./commands/list.ts')).list))
  add('where', 'every place that uses something, and the pages that show it', 'site where testimonials/dana-coffee')
    .argument('<name>', 'of an entry, a fact, a picture or a download; an address, or a file')
    .action(lazily(async () => (await import('./commands/where.ts')).where))
  add(
    'rename',
    'another name for an entry, a fact, a picture or a download, wherever it is named',
    'site rename blog/prime-day prime-day-in-numbers --dry-run',
    [option('--dry-run', 'show what it would change', 'SITE_DRY_RUN')],
  )
    .argument('<old>', 'as site where takes it')
    .argument('<new...>', 'the new name, or the new address of a page')
    .action(async (old: string, words: string[], options: RenameOptions) =>
      (await import('./commands/rename.ts')).rename(old, asOneName(words) ?? '', options),
    )
  const init = program
    .command('init')
    .description('the content folder of a new agency, in which every text says what to write')
    .argument('<folder>', 'a new one, such as ../harbor')
    .exitOverride()
    .addHelpText(
      'after',
      exampleText(
        `site init ../harbor\n  site init ../harbor --name 'Harbor & Pine' --url https://harbor.example --email hello@harbor.example --without jobs,blog`,
      ),
    )
    .addOption(json())
    .addOption(option('--quiet', 'only problems and results', 'SITE_QUIET'))
  for (const [name, { ask, hint }] of Object.entries(asked)) init.option(`${flagOf(name)} <text>`, `${ask} (${hint})`)
  init.action(lazily(async () => (await import('./commands/init.ts')).init))
  add('next', 'what the clock alone will change on the site, and when', 'site next --now 2031-01-31', [now]).action(
    lazily(async () => (await import('./commands/next.ts')).next),
  )
  add('schema', 'completion for editors, and the tables of fields in content/README.md', 'site schema').action(
    lazily(async () => (await import('./commands/schema.ts')).schema),
  )
  return program
}
