import { readFileSync } from 'node:fs'
import { mkdtemp, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { type Config, ConfigFault, privateHost } from '../config.ts'
import type { FormBook } from '../intake/form-book.ts'
import { LINKLESS, listLinkless } from '../targets/targets.ts'
import { describeOrphaned, listOrphaned } from './describe.ts'
import { list } from './list.ts'

/**
 * Looks at what only shows on the machine where the relay runs.
 * @returns warnings
 * @throws ConfigFault with all that would keep it from taking or delivering
 */
export async function preflight(config: Config, forms: FormBook): Promise<string[]> {
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
    ...listOrphaned(entries, config.targets).map((one) => `target ${one.target}: ${describeOrphaned(one)}.`),
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

/**
 * Why a folder cannot be made or written by this user; undefined when it can. Leaves nothing behind: the folder
 * itself is not made.
 */
export async function checkFolder(folder: string): Promise<string | undefined> {
  try {
    await rmdir(await mkdtemp(path.join(await nearest(folder), '.relay-check-')))
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return `${folder} cannot be made or written (${code}) by the user who runs this.`
  }
}

/** The folder itself, or the one above it that is there. */
async function nearest(folder: string): Promise<string> {
  try {
    await stat(folder)
    return folder
  } catch (error) {
    const above = path.dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error
    return nearest(above)
  }
}
