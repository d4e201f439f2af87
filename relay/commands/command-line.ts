import { type Command, Option } from 'commander'
import { type Clock, systemClock } from '../clock.ts'
import { type Config, ConfigFault, readConfig } from '../config.ts'
import { type FormBook, loadForms } from '../intake/form-book.ts'
import type { Place } from '../spool/store.ts'
import type { Target } from '../targets/target.ts'
import { createTargets } from '../targets/targets.ts'
import { printReport, type Report } from './command.ts'

const PLACES: Place[] = ['queue', 'done', 'dead', 'spam', 'corrupt']

interface Options {
  json: boolean
  place?: Place
  form?: string
  target?: string
  to?: string
  dns?: boolean
}

/**
 * The operators' commands. Each is loaded only when it is chosen and reports to `ended` with the exit code:
 * 1 when there is something to do for the operator.
 */
export function addCommands(program: Command, variables: NodeJS.ProcessEnv, ended: (code: number) => void): void {
  const add = (
    name: string,
    description: string,
    run: (config: Config, args: string[], options: Options) => Promise<Report<unknown>>,
  ) =>
    program
      .command(name)
      .description(description)
      .option('--json', 'result as JSON on stdout', false)
      .exitOverride()
      .action(async (...given: unknown[]) => {
        const [options, args] = [given.at(-2) as Options, given.slice(0, -2).flat() as string[]]
        const report = await run(readConfig(variables), args, options)
        process.stdout.write(printReport(report, options))
        for (const warning of report.warnings ?? []) process.stderr.write(`warning: ${warning}\n`)
        ended(report.ok ? exit.good : exit.problems)
      })

  add('list', 'what is in the spool; without a place all but what is done', async (config, _args, { place, form }) =>
    (await import('./list.ts')).list(config, {
      ...(place ? { place } : {}),
      ...(form ? { formType: form } : {}),
    }),
  )
    .addOption(new Option('--place <place>', 'only this place').choices([...PLACES, 'all']))
    .option('--form <type>', 'only this form')
  add('show <id>', 'one submission with its deliveries', async (config, [id = '']) =>
    (await import('./show.ts')).show(config, { id, forms: await formsOf(config) }),
  )
  add(
    'retry <id>',
    'dead deliveries are tried again from the start, waiting ones now; what is done is sent again',
    async (config, [id = ''], { target }) => (await import('./retry.ts')).retry(config, { id, target }),
  ).option('--target <name>', 'only this target')
  add('abandon <id>', 'one of its targets is not waited for any longer', async (config, [id = ''], { target = '' }) =>
    (await import('./abandon.ts')).abandon(config, { id, target }),
  ).requiredOption('--target <name>', 'the target that is given up')
  add('release <id>', 'what was held back as spam is delivered after all', async (config, [id = '']) =>
    (await import('./release.ts')).release(config, { id }),
  )
  add('drop <id>', 'a submission is deleted for good', async (config, [id = '']) =>
    (await import('./drop.ts')).drop(config, { id }),
  )
  add(
    'export [ids...]',
    'submissions as JSON lines, with --to also their files',
    async (config, ids, { to, place, form }) =>
      (await import('./export.ts')).exportSubmissions(config, {
        forms: await formsOf(config),
        ...(place ? { place } : {}),
        ...(to ? { to } : {}),
        ...(form ? { formType: form } : {}),
        ...(ids.length > 0 ? { ids } : {}),
      }),
  )
    .option('--to <folder>', 'a folder for the files')
    .addOption(new Option('--place <place>', 'only this place').choices(PLACES))
    .option('--form <type>', 'only this form')
  add('verify', 'compares every submission with its checksums', async (config) =>
    (await import('./verify.ts')).verify(config),
  )
  add('doctor', 'spool, clock, targets, DNS records: does everything work?', async (config, _args, { dns }) => {
    const resolver =
      dns === false ? undefined : new (await import('node:dns/promises')).Resolver({ timeout: 5000, tries: 2 })
    const { doctor } = await import('./doctor.ts')
    return withTargets(config, (targets, forms) => doctor(config, { forms, targets, resolver }))
  }).option('--no-dns', 'leave out the DNS records')
  add('test-send', 'one marked submission straight to the targets', async (config, _args, { target }) => {
    const { testSend } = await import('./test-send.ts')
    return withTargets(config, (targets, _forms, clock) => testSend({ targets, clock }, { target }))
  }).option('--target <name>', 'only this target')
}

async function formsOf(config: Config) {
  return (await import('../intake/form-book.ts')).loadForms(config.forms)
}

/** Sets up the targets for one command and closes them after it. */
export async function withTargets<T>(
  config: Config,
  run: (targets: Target[], forms: FormBook, clock: Clock) => Promise<T>,
): Promise<T> {
  const forms = loadForms(config.forms)
  const targets = createTargets(config.targets, { forms, clock: systemClock })
  try {
    return await run(targets, forms, systemClock)
  } finally {
    await Promise.all(targets.map((target) => target.close()))
  }
}

/** Exit codes of the command; 70 and 78 as in sysexits.h. */
export const exit = { good: 0, problems: 1, usage: 2, cannotRun: 3, bug: 70, configuration: 78 } as const

/** What an error means to the person at the terminal. A plain Error speaks to them; anything stranger is our fault. */
export function exitCodeOf(error: unknown): { exitCode: number; message: string } {
  if (error instanceof ConfigFault) return { exitCode: exit.configuration, message: error.message }
  if (error instanceof Error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    const known = !(error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    if (known)
      return { exitCode: exit.cannotRun, message: code && syscall ? `${error.message} (${code})` : error.message }
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { exitCode: exit.bug, message: `This is a fault of the relay.\n${text}` }
}
