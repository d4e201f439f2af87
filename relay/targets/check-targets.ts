import { ConfigError } from '../settings.ts'
import type { SiteForms } from '../site-forms.ts'
import type { Alert } from '../store/alert.ts'
import { CONFIRMATION_TARGET, createMailer, getTargetType, listAcceptingTargets, type TargetConfig } from './targets.ts'

interface ConfiguredTargets {
  targets: readonly TargetConfig[]
}

/**
 * Checks that forms and targets match.
 * @throws ConfigError listing unknown forms, forms without a target, and settings that do not match the forms
 */
export function checkFormTargets(
  { targets, warnings }: ConfiguredTargets & { warnings: readonly string[] },
  siteForms: SiteForms,
): void {
  const names = Object.keys(siteForms.forms)
  const problems: string[] = []
  for (const target of targets)
    for (const form of target.forms.filter((name) => !names.includes(name)))
      problems.push(
        `RELAY_TARGETS: "${target.name}" lists the form "${form}", which does not exist. Forms: ${names.join(', ')}.`,
      )
  for (const target of targets) problems.push(...(getTargetType(target).listFormProblems?.(target, siteForms) ?? []))
  for (const form of names)
    if (listAcceptingTargets(targets, form).length === 0)
      problems.push(`RELAY_TARGETS: no target accepts the form "${form}".`)
  if (problems.length > 0) throw new ConfigError(problems, warnings)
}

/** Raises an alert for each target that cannot deliver from this machine with its current settings. */
export async function raiseTargetAlerts({ targets }: ConfiguredTargets, onAlert: (alert: Alert) => void) {
  await Promise.all(
    targets.map(async (target) => {
      const detail = await getTargetType(target).findProblem?.(target)
      if (detail) onAlert({ kind: 'refused', target: target.name, detail })
    }),
  )
}

/** Lists form features that the configured targets do not support. */
export function listTargetWarnings({ targets }: ConfiguredTargets, forms: SiteForms) {
  const unsent = Object.values(forms.forms).filter(
    ({ confirmation, formType }) => confirmation && !createMailer(targets, formType),
  )
  return [
    ...targets.flatMap((target) => {
      const warning = getTargetType(target).findWarning?.(target, forms)
      return warning ? [{ target: target.name, ...warning }] : []
    }),
    ...unsent.map(({ formType }) => ({
      target: CONFIRMATION_TARGET,
      about: 'target',
      detail: `no email target accepts ${formType}, so visitors receive no confirmation`,
    })),
  ]
}
