import { listConfirmableFields } from '@northshelf/site/forms/kinds/consent/consent-fields.ts'
import { ConfigError } from '../settings.ts'
import type { SiteForms } from '../site-forms.ts'
import type { Alert } from '../store/alert.ts'
import { CONFIRMATION_TARGET, chooseTargets, createMailer, getTargetType, type TargetConfig } from './targets.ts'

interface ConfiguredTargets {
  targets: readonly TargetConfig[]
}

/**
 * Checks that forms and targets match.
 * @throws ConfigError listing unknown forms, forms without a target, and settings that do not match the forms
 */
export function checkFormTargets(
  { targets, confirmed, warnings }: ConfiguredTargets & Record<'confirmed' | 'warnings', readonly string[]>,
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
  for (const [form, contract] of Object.entries(siteForms.forms)) {
    const choose = (names: readonly string[]) => chooseTargets({ targets, confirmed: names }, contract, { values: {} })
    if (choose([]).targets.length === 0) problems.push(`RELAY_TARGETS: no target accepts the form "${form}".`)
    else if (choose(confirmed).targets.length === 0 && !listConfirmableFields(contract).some((field) => field.required))
      problems.push(`RELAY_CONFIRMED: no target receives submissions of the form "${form}" without the consent.`)
  }
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

/** Lists form features that the configured targets do not support. `fail`: visitors cannot confirm a consent. */
export function listTargetWarnings(
  { targets, limits }: ConfiguredTargets & { limits: { confirmationsPerHour: number } },
  forms: SiteForms,
) {
  return [
    ...targets.flatMap((target) => {
      const warning = getTargetType(target).findWarning?.(target, forms)
      return warning ? [{ target: target.name, level: 'warn' as const, ...warning }] : []
    }),
    ...Object.values(forms.forms).flatMap((contract) => {
      const { formType, confirmation } = contract
      const mailer = createMailer(targets, formType)
      const level = listConfirmableFields(contract).length > 0 ? ('fail' as const) : ('warn' as const)
      const about = { target: CONFIRMATION_TARGET, about: 'target', level }
      const hasEmail = confirmation || level === 'fail'
      if (hasEmail && limits.confirmationsPerHour === 0)
        return { ...about, detail: `RELAY_CONFIRMATIONS_PER_HOUR is 0, so visitors receive no email for ${formType}` }
      if (hasEmail && !mailer)
        return { ...about, detail: `no email target accepts ${formType}, so visitors receive no confirmation` }
      if (level === 'warn' || (mailer?.publicUrl && mailer.linkSecret)) return []
      const missing = 'RELAY_PUBLIC_URL or RELAY_LINK_SECRET is missing'
      return { ...about, detail: `${missing}, so visitors cannot confirm their consent in ${formType}` }
    }),
  ]
}
