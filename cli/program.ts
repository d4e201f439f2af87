import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Command, Option } from 'commander'
import type { BuildCommandOptions } from './commands/build.ts'
import type { NewOptions } from './commands/new.ts'
import type { NewSectionOptions } from './commands/new-section.ts'
import { defaultPaths } from './commands/options.ts'
import type { RenameOptions } from './commands/rename.ts'
import { commandName } from './diagnostics/command-name.ts'
import { shortenPath } from './diagnostics/display-path.ts'
import { reportFormats } from './diagnostics/formats/formats.ts'
import type { DiffFormat } from './diff/formats.ts'
import { cliRoot } from './packages.mjs'
import { STUDIO_PORT, thresholdsFile } from './paths.ts'
import { questionTexts, toFlag } from './scaffold/init/question-texts.ts'

/** Creates an option that an environment variable can also set. @param shown the default as shown in the help */
function option(flags: string, description: string, env: string, standard?: string | boolean, shown?: string): Option {
  return new Option(flags, description).env(env).default(standard, shown)
}

const folderOption = (flags: string, description: string, env: string, folder: string) =>
  option(flags, description, env, folder, shortenPath(folder))
const exampleText = (example: string) => `\nExample:\n  ${example.replace(/\bsite (?=[a-z])/g, `${commandName} `)}`

/** Repeats the names of `diffFormats`, which would load `site diff` at every start. */
const diffFormats: DiffFormat[] = ['pretty', 'json', 'markdown']

/** Loads a command only when it runs. Discards the command's return value, which is meant for other callers. */
const lazily =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => unknown>) =>
  async (...args: [...Args, Command]) => {
    const run = await load()
    await run(...(args.slice(0, -1) as Args))
  }

/** Joins the words of a name that was passed without quotes, so that the command can suggest a valid name. */
const asOneName = (words: readonly string[]) => (words.length > 0 ? words.join(' ') : undefined)

export function createProgram(): Command {
  const program = new Command(commandName)
    .description('Build a static website from a folder of content files.')
    .version(JSON.parse(readFileSync(path.join(cliRoot, 'package.json'), 'utf8')).version)
    .exitOverride()
    .showHelpAfterError(`(see ${commandName} --help)`)
    .addHelpText('after', `\nExamples:\n  ${commandName} check --fix\n  ${commandName} build --content ../other-site`)

  const json = option('--json', 'print the result as JSON on stdout', 'SITE_JSON')
  const quiet = option('--quiet', 'print only problems and results', 'SITE_QUIET')
  const define = (parent: Command, name: string, description: string, example: string, options: Option[]) => {
    const command = parent.command(name).description(description).addHelpText('after', exampleText(example))
    for (const each of options) command.addOption(each)
    return command
  }
  const content = folderOption('--content <folder>', 'content folder', 'SITE_CONTENT', defaultPaths.content)
  const publishedOut = folderOption('--out <folder>', 'output folder', 'SITE_OUT', defaultPaths.out)
  const add = (name: string, description: string, example: string, options: Option[] = [], out = publishedOut) =>
    define(program, name, description, example, [content, out, json, quiet, ...options])
  const now = option(
    '--now <day>',
    'day or moment to treat as now, such as 2031-01-31 or 2031-01-31T16:00:00Z',
    'SITE_NOW',
  )
  const dryRun = option('--dry-run', 'show what would change', 'SITE_DRY_RUN')
  const drafts = option('--drafts', 'include entries with draft: true', 'SITE_DRAFTS')
  const serving = [
    option('--port <number>', 'port to listen on', 'PORT', '4173'),
    option('--host <address>', 'address to listen on', 'HOST', '127.0.0.1'),
    folderOption('--relay-data <folder>', 'data folder of the relay', 'SITE_RELAY_DATA', defaultPaths.relayData),
    option('--no-relay', 'serve only the pages, without the relay', 'SITE_RELAY'),
  ]

  add(
    'build',
    'build the site for publishing, rendering only changed pages',
    'site build --content ../other-site --out /tmp/other\n  site build --best --record\n  site build --changes summer-hours --out /tmp/review',
    [
      now,
      drafts,
      option('--draft', 'skip compressed copies and share images, for a quick preview', 'SITE_DRAFT'),
      option('--best', 'best compression, for publishing; slower the first time', 'SITE_BEST').conflicts('draft'),
      option(
        '--record',
        'record page addresses in published.yaml, so that check reports missing pages',
        'SITE_RECORD',
      ).conflicts(['draft', 'drafts', 'now']),
      option(
        '--changes <name>',
        'write the pages that proposed changes affect, before and after; also accepts a commit to compare with',
        'SITE_CHANGES',
      ).conflicts(['draft', 'best', 'record']),
    ],
  ).action(async ({ changes, ...options }: BuildCommandOptions & { changes?: string }) => {
    if (changes === undefined) await (await import('./commands/build.ts')).runBuildCommand(options)
    else await (await import('./commands/build-review.ts')).runBuildReviewCommand({ ...options, changes })
  })
  add(
    'check',
    'report problems in the content and its links, and how to fix them',
    'site check --fix\n  site check blog/summer-hours.md\n  site check --content ../other-site --format json',
    [
      now,
      drafts,
      option('--format <name>', 'output format', 'SITE_FORMAT', 'pretty').choices(Object.keys(reportFormats)),
      option('--fix', 'apply fixes that are unambiguous', 'SITE_FIX'),
      option('--dry-run', 'show what --fix would change', 'SITE_DRY_RUN'),
      option('--interactive', 'show each fix and ask whether to apply it', 'SITE_INTERACTIVE').conflicts([
        'dryRun',
        'json',
      ]),
      option('--built', 'also submit every built form to the built relay, without delivering anything', 'SITE_BUILT'),
      option('--strict', 'also fail on warnings, except those that depend on the date', 'SITE_STRICT'),
    ],
  )
    .argument('[paths...]', 'report only problems in these files and folders')
    .action(lazily(async () => (await import('./commands/check.ts')).runCheckCommand))
  define(
    program,
    'explain',
    'explain a check rule: what it means, why it matters and how to fix the problem',
    'site explain yaml/cut-by-comment',
    [json],
  )
    .argument('[rule]', 'rule, such as link/dead; omit it to list all rules')
    .action(lazily(async () => (await import('./commands/explain.ts')).runExplainCommand))
  add('preview', 'serve the published folder as production would', 'site preview --port 8080', serving).action(
    lazily(async () => (await import('./commands/preview.ts')).runPreviewCommand),
  )
  add(
    'dev',
    'serve the current content, the relay and an inbox; open pages update on every save',
    'site dev\n  site dev --now 2031-01-31',
    [
      ...serving,
      option('--now <day>', 'show the site on this date; by default, show unpublished entries with labels', 'SITE_NOW'),
      drafts,
    ],
    folderOption('--out <folder>', 'output folder', 'SITE_DEV_OUT', defaultPaths.dev),
  ).action(lazily(async () => (await import('./commands/dev.ts')).runDevCommand))
  add('start', 'build, then preview; npm start runs this command', 'PORT=8080 site start', serving).action(
    lazily(async () => (await import('./commands/start.ts')).runStartCommand),
  )
  add(
    'audit',
    'run every check on the built site: links, html, bytes, forms, browser, lighthouse',
    'site audit --routes /,/careers --skip lighthouse',
    [
      option('--routes <paths>', 'pages to audit, such as /,/blog/*; all by default', 'SITE_AUDIT_ROUTES'),
      option('--skip <checks>', 'checks to skip, such as browser,lighthouse', 'SITE_AUDIT_SKIP'),
      option('--external', 'also check links to other sites', 'SITE_AUDIT_EXTERNAL', false),
      option('--runs <number>', 'Lighthouse runs per page; the median is used', 'SITE_AUDIT_RUNS', '3'),
      folderOption('--thresholds <file>', 'file with size and speed limits', 'SITE_AUDIT_THRESHOLDS', thresholdsFile),
      option('--format <name>', 'output format', 'SITE_AUDIT_FORMAT', 'pretty').choices(['pretty', 'json', 'github']),
    ],
  ).action(lazily(async () => (await import('./commands/audit.ts')).runAuditCommand))
  add(
    'diff',
    'list the pages that changed since a commit, or between two builds',
    'site diff\n  site diff v1.2 --json\n  site diff ../main/dist',
    [now, drafts, option('--format <name>', 'output format', 'SITE_DIFF_FORMAT', 'pretty').choices(diffFormats)],
  )
    .argument('[other]', 'commit (main, v1.2, HEAD~3) or output folder of another build')
    .action(lazily(async () => (await import('./commands/diff.ts')).runDiffCommand))
  const made = add(
    'new',
    'create a content file or a page section, with valid fields and comments',
    'site new blog our-new-oven\n  site new section faq --in pages/about\n  site new collection --own recipes',
    [
      option('--layout <name>', 'layout of a service: expanding or argument', 'SITE_NEW_LAYOUT'),
      option('--own <name>', 'create the code of a section, drawing or collection of your own', 'SITE_NEW_OWN'),
    ],
  )
    .argument('[type]', 'content type, such as blog or page; omit it to list all types')
    .argument('[slug...]', 'file name without extension, which becomes part of the address')
    .action(async (type: string | undefined, words: string[], options: NewOptions & { own?: string }) => {
      const { own } = options
      if (own === undefined) await (await import('./commands/new.ts')).runNewCommand(type, asOneName(words), options)
      else (await import('./commands/new-own-code.ts')).runNewOwnCodeCommand(type, own, options)
    })
  define(
    made,
    'section',
    'print a new page section, or insert it into a page with --in',
    'site new section\n  site new section faq --in pages/about --after timeline',
    [
      option('--in <page>', 'page to insert the section into, such as pages/about', 'SITE_NEW_IN'),
      option('--after <section>', 'section (type or number) to insert after; default: near the end', 'SITE_NEW_AFTER'),
      dryRun,
    ],
  )
    .argument('[type]', 'section type, such as faq; omit it to list all types')
    .configureHelp({ showGlobalOptions: true })
    .action(async (type: string | undefined, _: object, command: Command) => {
      const { own, ...options } = command.optsWithGlobals<NewSectionOptions & { own?: string }>()
      if (own === undefined) await (await import('./commands/new-section.ts')).runNewSectionCommand(type, options)
      else (await import('./commands/new-own-code.ts')).runNewOwnCodeCommand('section', own, options)
    })
  add(
    'list',
    'list content with its state, languages, address, word count and uses',
    'site list services\n  site list --unused',
    [now, option('--unused', 'list only unused items that have no page of their own', 'SITE_LIST_UNUSED')],
  )
    .argument('[collection]', 'collection, such as services, blog, facts, images or files')
    .action(lazily(async () => (await import('./commands/list.ts')).runListCommand))
  add('where', 'list where an item is used, and which pages show it', 'site where testimonials/dana-coffee')
    .argument('<name>', 'name, address or file of an entry, a fact, a picture or a download, or a translated text')
    .action(lazily(async () => (await import('./commands/where.ts')).runWhereCommand))
  add(
    'rename',
    'rename an entry, a fact, a picture or a download, and update all references',
    'site rename blog/new-oven our-new-oven --dry-run',
    [dryRun, option('--no-redirect', 'add no redirect from the old address', 'SITE_REDIRECT')],
  )
    .argument('<old>', 'current name, address or file')
    .argument('<new...>', 'new name, or new address of a page')
    .action(async (old: string, words: string[], options: RenameOptions) =>
      (await import('./commands/rename.ts')).runRenameCommand(old, asOneName(words) ?? '', options),
    )
  const changes = program
    .command('changes')
    .description('list, show, apply or discard changes that an agent or a person has proposed')
  const addToChanges = (name: string, description: string, example: string) =>
    define(changes, name, description, example, [content, json, quiet])
  const named = 'name of the changes, as listed by site changes list'
  addToChanges('list', 'list proposed changes', 'site changes list').action(
    lazily(async () => (await import('./commands/changes.ts')).runChangesListCommand),
  )
  addToChanges('show', 'show edits, differences and affected pages', 'site changes show summer-hours')
    .argument('<name>', named)
    .action(lazily(async () => (await import('./commands/changes.ts')).runChangesShowCommand))
  addToChanges('apply', 'write the changes to the content folder', 'site changes apply summer-hours')
    .argument('<name>', named)
    .action(lazily(async () => (await import('./commands/changes.ts')).runChangesApplyCommand))
  addToChanges('discard', 'delete the changes without applying them', 'site changes discard summer-hours')
    .argument('<name>', named)
    .action(lazily(async () => (await import('./commands/changes.ts')).runChangesDiscardCommand))
  const init = define(
    program,
    'init',
    'create a content folder for a new site, with placeholders that explain what to write',
    `site init ../harbor\n  site init ../harbor --name 'Harbor & Pine' --url https://harbor.example --email hello@harbor.example --without jobs,blog`,
    [json, quiet],
  ).argument('<folder>', 'new folder, such as ../harbor')
  for (const [name, { ask, hint }] of Object.entries(questionTexts))
    init.option(`${toFlag(name)} <text>`, `${ask} (${hint})`)
  init.action(lazily(async () => (await import('./commands/init.ts')).runInitCommand))
  define(
    program,
    'docs',
    'serve the guides, and print the addresses of the sections that match the words; without a terminal, print the text of the best match',
    'site docs\n  site docs maintainers\n  site docs backup\n  site docs add a picture --list',
    [
      option('--list', 'list the files of the guides or sections, without serving them', 'SITE_DOCS_LIST', false),
      option('--port <number>', 'port to listen on', 'PORT', '4174'),
    ],
  )
    .argument('[words...]', 'guide, such as operators, or words of a heading; omit them to list all guides')
    .action(lazily(async () => (await import('./commands/docs.ts')).runDocsCommand))
  define(
    program,
    'mcp',
    'let agents read the content and propose changes, through the Model Context Protocol on stdin and stdout',
    'site mcp --content ../other-site',
    [content, option('--yes', "apply changes without a person's approval", 'SITE_MCP_YES', false)],
  ).action(lazily(async () => (await import('./commands/mcp.ts')).runMcpCommand))
  const studio = define(
    program,
    'studio',
    'let people edit, approve and publish in the browser, from anywhere',
    'STUDIO_URL=https://edit.example.com site studio',
    [
      content,
      publishedOut,
      option('--url <url>', 'address that people open; default: host and port', 'STUDIO_URL'),
      option('--host <address>', 'address to listen on', 'STUDIO_HOST', '127.0.0.1'),
      option('--port <number>', 'port to listen on', 'STUDIO_PORT', STUDIO_PORT),
      option('--data <folder>', 'folder for sessions and the audit trail; default: .northshelf/studio', 'STUDIO_DATA'),
      option('--deploy <command>', 'command that publishes the build', 'STUDIO_DEPLOY'),
      option('--relay <url>', 'relay whose leads are shown; needs STUDIO_RELAY_KEY', 'STUDIO_RELAY'),
    ],
  )
  studio.action(lazily(async () => (await import('./commands/studio.ts')).runStudioCommand))
  const addToStudio = (name: string, description: string, example: string, options: Option[] = []) =>
    define(studio, name, description, example, options).configureHelp({ showGlobalOptions: true })
  addToStudio('link', 'print a link that signs a person in', 'site studio link ada@example.com')
    .argument('<email>', 'address in studio.yaml')
    .action(async (email: string, _: object, command: Command) =>
      (await import('./commands/studio.ts')).runStudioLinkCommand(email, command.optsWithGlobals()),
    )
  addToStudio('sessions', 'list who is signed in, or end sessions', 'site studio sessions --revoke ada@example.com', [
    option('--revoke <session>', 'end the sessions with this id or email address', 'STUDIO_REVOKE'),
  ]).action(async (_: object, command: Command) =>
    (await import('./commands/studio.ts')).runStudioSessionsCommand(command.optsWithGlobals()),
  )
  addToStudio('doctor', 'check people, mail, relay, folders, git and deployment', 'site studio doctor').action(
    async (_: object, command: Command) =>
      (await import('./commands/studio.ts')).runStudioDoctorCommand(command.optsWithGlobals()),
  )
  add(
    'translate',
    'add missing texts to the translations of content, and list what is missing or outdated',
    'site translate de\n  site translate de pages/about\n  site translate de pages/about --accept',
    [
      dryRun,
      option('--accept', 'mark the translations of the named files as up to date', 'SITE_TRANSLATE_ACCEPT', false),
    ],
  )
    .argument('<language>', 'language listed in site.yaml, such as de')
    .argument('[names...]', 'files to translate, such as pages/about; by default, translated pages and what they show')
    .action(lazily(async () => (await import('./commands/translate.ts')).runTranslateCommand))
  add('next', 'list upcoming scheduled changes', 'site next --now 2031-01-31', [now]).action(
    lazily(async () => (await import('./commands/next.ts')).runNextCommand),
  )
  add('schema', 'write editor completion settings, and the field tables in content/README.md', 'site schema').action(
    lazily(async () => (await import('./commands/schema.ts')).runSchemaCommand),
  )
  return program
}
