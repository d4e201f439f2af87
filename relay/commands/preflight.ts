import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Config } from '../config.ts'
import { findFolderProblem } from '../disk.ts'
import { findProofWarning } from '../intake/proofs.ts'
import { ConfigError } from '../settings.ts'
import type { SiteForms } from '../site-forms.ts'
import { checkFormTargets, listTargetWarnings } from '../targets/check-targets.ts'
import { getTargetType } from '../targets/targets.ts'
import { listOrphanedTargets } from './describe.ts'
import { checkStoreAccess } from './doctor/database.ts'
import { collectEntries } from './list.ts'

/**
 * Checks everything that can be checked only on the relay's machine: folders, targets and the database.
 * @returns warnings
 * @throws ConfigError listing everything that would prevent the relay from accepting or delivering submissions
 */
export async function runPreflightChecks(config: Config, forms: SiteForms): Promise<string[]> {
  checkFormTargets(config, forms)
  const spoolProblem = await findFolderProblem(config.spool)
  const targetProblems = await Promise.all(config.targets.map((target) => getTargetType(target).findProblem?.(target)))
  const store = await checkStoreAccess(config)
  const problems = [spoolProblem && `RELAY_SPOOL: ${spoolProblem}`, store.problem, ...targetProblems].filter(
    (problem) => problem !== undefined,
  )
  if (problems.length > 0) throw new ConfigError(problems, config.warnings)
  const proofWarning = findProofWarning(config, forms)
  // Ignores the error, because there is no spool before the first start.
  const entries = await collectEntries(config, () => {}).catch(() => [])
  return [
    ...config.warnings,
    ...(store.warning ? [store.warning] : []),
    ...(proofWarning ? [`${proofWarning}.`] : []),
    ...listTargetWarnings(config, forms).map(({ target, detail }) => `${target}: ${detail}.`),
    ...listOrphanedTargets(entries, config.targets).map(({ target, detail }) => `target ${target}: ${detail}.`),
    ...listLateVariableWarnings(process.execArgv),
  ]
}

/** Warns about `NODE_EXTRA_CA_CERTS` in the `--env-file`, where it has no effect. */
export function listLateVariableWarnings(options: readonly string[]): string[] {
  const file = options.find((option) => option.startsWith('--env-file='))?.slice('--env-file='.length)
  if (!file || !parseEnv(readFileSync(file, 'utf8')).NODE_EXTRA_CA_CERTS) return []
  return [
    `NODE_EXTRA_CA_CERTS has no effect in ${file}, because Node reads that file too late. Set the variable before Node starts.`,
  ]
}
