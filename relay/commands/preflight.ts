import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Config } from '../config.ts'
import { findProofWarning } from '../intake/proofs.ts'
import type { SiteForms } from '../intake/site-forms.ts'
import type { Alert } from '../monitoring/alert.ts'
import { ConfigError } from '../settings.ts'
import { findFolderProblem } from '../spool/disk.ts'
import { CONFIRMATION_TARGET, checkFormTargets, createMailer, getTargetType } from '../targets/targets.ts'
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
  const spoolFault = await findFolderProblem(config.spool)
  const targetFaults = await Promise.all(config.targets.map((target) => getTargetType(target).findFault?.(target)))
  const store = await checkStoreAccess(config)
  const faults = [spoolFault && `RELAY_SPOOL: ${spoolFault}`, store.fault, ...targetFaults].filter(
    (fault) => fault !== undefined,
  )
  if (faults.length > 0) throw new ConfigError(faults, config.warnings)
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

/** Raises an alert for each target that cannot deliver from this machine with its current settings. */
export async function raiseTargetAlerts({ targets }: Pick<Config, 'targets'>, onAlert: (alert: Alert) => void) {
  await Promise.all(
    targets.map(async (target) => {
      const detail = await getTargetType(target).findFault?.(target)
      if (detail) onAlert({ kind: 'refused', target: target.name, detail })
    }),
  )
}

/** Lists form features that the configured targets do not support. */
export function listTargetWarnings({ targets }: Pick<Config, 'targets'>, forms: SiteForms) {
  const unsent = Object.values(forms.forms).filter(
    ({ confirmation, formType }) => confirmation && !createMailer(targets, formType),
  )
  return [
    ...targets.flatMap((target) => {
      const warning = getTargetType(target).findWarning?.(target, forms)
      return warning ? [{ target: target.name, ...warning }] : []
    }),
    ...unsent.map(({ formType }) => ({
      ...{ target: CONFIRMATION_TARGET, about: 'target' },
      detail: `no email target accepts ${formType}, so visitors receive no confirmation`,
    })),
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
