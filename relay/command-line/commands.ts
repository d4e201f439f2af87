import { type Command, Option } from 'commander'
import type { Report } from '../commands/report.ts'
import { printReport } from '../commands/report.ts'
import type { Config } from '../config.ts'
import { readConfig } from '../read-config.ts'
import type { Place } from '../spool/store.ts'
import { exit } from './exit.ts'
import { withTargets } from './with-targets.ts'

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
    (await import('../commands/list.ts')).list(config, {
      ...(place ? { place } : {}),
      ...(form ? { formType: form } : {}),
    }),
  )
    .addOption(new Option('--place <place>', 'only this place').choices([...PLACES, 'all']))
    .option('--form <type>', 'only this form')
  add('show <id>', 'one submission with its deliveries', async (config, [id = '']) =>
    (await import('../commands/show.ts')).show(config, { id, forms: await formsOf(config) }),
  )
  add(
    'retry <id>',
    'dead deliveries are tried again from the start, waiting ones now; what is done is sent again',
    async (config, [id = ''], { target }) => (await import('../commands/retry.ts')).retry(config, { id, target }),
  ).option('--target <name>', 'only this target')
  add('abandon <id>', 'one of its targets is not waited for any longer', async (config, [id = ''], { target = '' }) =>
    (await import('../commands/abandon.ts')).abandon(config, { id, target }),
  ).requiredOption('--target <name>', 'the target that is given up')
  add('release <id>', 'what was held back as spam is delivered after all', async (config, [id = '']) =>
    (await import('../commands/release.ts')).release(config, { id }),
  )
  add('drop <id>', 'a submission is deleted for good', async (config, [id = '']) =>
    (await import('../commands/drop.ts')).drop(config, { id }),
  )
  add(
    'export [ids...]',
    'submissions as JSON lines, with --to also their files',
    async (config, ids, { to, place, form }) =>
      (await import('../commands/export.ts')).exportSubmissions(config, {
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
    (await import('../commands/verify.ts')).verify(config),
  )
  add('doctor', 'spool, clock, targets, DNS records: does everything work?', async (config, _args, { dns }) => {
    const resolver =
      dns === false ? undefined : new (await import('node:dns/promises')).Resolver({ timeout: 5000, tries: 2 })
    const { doctor } = await import('../commands/doctor.ts')
    return withTargets(config, (targets, forms) => doctor(config, { forms, targets, resolver }))
  }).option('--no-dns', 'leave out the DNS records')
  add('test-send', 'one marked submission straight to the targets', async (config, _args, { target }) => {
    const { testSend } = await import('../commands/test-send.ts')
    return withTargets(config, (targets, _forms, clock) => testSend({ targets, clock }, { target }))
  }).option('--target <name>', 'only this target')
}

async function formsOf(config: Config) {
  return (await import('../forms.ts')).loadForms(config.forms)
}
