import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { checkFolder } from '../commands/check-folder.ts'
import { list } from '../commands/list.ts'
import { describeStranded, listStranded } from '../commands/stranded.ts'
import type { Config } from '../config.ts'
import { ConfigFault } from '../configuration/environment.ts'
import { privateHost } from '../configuration/private-address.ts'
import type { FormBook } from '../forms.ts'
import { LINKLESS, listLinkless } from '../targets/linkless.ts'

/**
 * Looks at what only shows on the machine where the relay runs.
 * @returns warnings
 * @throws ConfigFault with all that would keep it from taking or delivering
 */
export async function checkSurroundings(config: Config, forms: FormBook): Promise<string[]> {
  const folders = [['RELAY_SPOOL', config.spool]]
  for (const target of config.targets) if (target.kind === 'file') folders.push(['RELAY_OUTBOX', target.folder])
  const faults = await Promise.all([
    ...folders.map(async ([variable, folder = '']) => {
      const fault = await checkFolder(folder)
      return fault && `${variable}: ${fault}`
    }),
    ...config.targets.map(async (target) => {
      if (target.kind !== 'webhook' || target.allowPrivate) return undefined
      const host = await privateHost(target.url)
      return (
        host &&
        `WEBHOOK_URL: ${host}, of the target ${target.name}, is in a private network. Nothing is posted there unless WEBHOOK_ALLOW_PRIVATE=true.`
      )
    }),
  ])
  const found = faults.filter((fault) => fault !== undefined)
  if (found.length > 0) throw new ConfigFault(found, config.warnings)
  // Before the first start there is no spool, and nothing stranded in it.
  const entries = await list(config).then(
    ({ data }) => data,
    () => [],
  )
  return [
    ...config.warnings,
    ...listLinkless(config.targets, forms).map((target) => `${target}: ${LINKLESS}.`),
    ...listStranded(entries, config.targets).map((one) => `target ${one.target}: ${describeStranded(one)}.`),
    ...lateVariables(process.execArgv),
  ]
}

/** Node reads these before the file of `--env-file`. */
const EARLY = ['NODE_EXTRA_CA_CERTS']

/** Variables in the file of `--env-file` that have no effect there. */
export function lateVariables(options: readonly string[]): string[] {
  const file = options.find((option) => option.startsWith('--env-file='))?.slice('--env-file='.length)
  if (!file) return []
  const variables = parseEnv(readFileSync(file, 'utf8'))
  return EARLY.filter((name) => variables[name]).map(
    (name) => `${name} has no effect in ${file}, which Node reads too late for it: set it where node is started.`,
  )
}
