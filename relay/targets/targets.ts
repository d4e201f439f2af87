import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listConfirmableFields } from '@northshelf/site/forms/kinds/consent/consent-fields.ts'
import { findReplyField } from '@northshelf/site/forms/kinds/get-field-type.ts'
import { z } from 'zod'
import { defineSetting, type EnvironmentReader, mapSettings, wordListSchema } from '../settings.ts'
import { getConfirmedAt } from '../store/records.ts'
import type { Envelope } from '../store/store.ts'
import { fileTarget } from './file.ts'
import { httpTarget } from './http.ts'
import { smtpTarget } from './smtp.ts'
import type { ConfiguredTarget, Mailer, Target, TargetContext, TargetType } from './target.ts'
import { webhookTarget } from './webhook.ts'

export const targetTypes = { file: fileTarget, smtp: smtpTarget, webhook: webhookTarget, http: httpTarget }
type Kinds = typeof targetTypes

export type TargetConfig = { [K in keyof Kinds]: { kind: K } & ConfiguredTarget<Kinds[K]['settings']> }[keyof Kinds]

export function getTargetType({ kind }: Pick<TargetConfig, 'kind'>): TargetType {
  return targetTypes[kind]
}

/** Creates all configured targets. @throws if a setting is unusable, such as a malformed secret */
export function createTargets(configs: readonly TargetConfig[], context: TargetContext): Target[] {
  return configs.map((config) => getTargetType(config).create(config, context))
}

/** Returns the names of the targets that accept a form. */
export function listAcceptingTargets(configs: readonly TargetConfig[], formType: string): string[] {
  return configs.filter(acceptsForm(formType)).map(({ name }) => name)
}

function acceptsForm(formType: string) {
  return ({ forms }: Pick<TargetConfig, 'forms'>) => forms.length === 0 || forms.includes(formType)
}

/** Returns the names of the targets that receive the outcomes of a form's leads. */
export function listOutcomeTargets(
  { targets, outcomes }: { targets: readonly TargetConfig[]; outcomes: readonly string[] },
  formType: string,
): string[] {
  return listAcceptingTargets(targets, formType).filter((name) => outcomes.includes(name))
}

/** Lists the names of targets that do not exist or cannot send outcomes of leads, with the reasons. */
export function listOutcomeTargetProblems(names: readonly string[], configs: readonly TargetConfig[]): string[] {
  return names.flatMap((name) => {
    const config = configs.find((candidate) => candidate.name === name)
    if (!config) return `there is no target ${name}; targets: ${configs.map((target) => target.name).join(', ')}`
    const { findOutcomeProblem = () => 'only webhook and http targets can' } = getTargetType(config)
    const problem = findOutcomeProblem(config)
    return problem === undefined ? [] : `target ${name} cannot send outcomes: ${problem}`
  })
}

/** Name of the target that sends confirmations to visitors. It always exists. */
export const CONFIRMATION_TARGET = 'confirm'

/** Returns the names of all targets that may have deliveries: the configured ones, and the one for confirmations. */
export function listTargetNames(configs: readonly Pick<TargetConfig, 'name'>[]): string[] {
  return [...configs.map(({ name }) => name), CONFIRMATION_TARGET]
}

/** Creates a mailer for emails to visitors who sent a form. Uses the form's first target that can send such emails. */
export function createMailer(configs: readonly TargetConfig[], formType: string): Mailer | undefined {
  const config = configs.filter(acceptsForm(formType)).find((candidate) => getTargetType(candidate).createMailer)
  return config && getTargetType(config).createMailer?.(config)
}

/**
 * Lists the targets of a submission: those that accept its form, and the confirmation email, if the form has one, a
 * target can send it, the visitor gave an address and the submission is not a canary. If the form has a consent to
 * confirm, the targets in RELAY_CONFIRMED receive only submissions with this consent.
 */
export function chooseTargets(
  { targets: configs, confirmed }: { targets: readonly TargetConfig[]; confirmed: readonly string[] },
  contract: Contract,
  submission: Pick<Envelope, 'values' | 'consents' | 'canary'>,
): Pick<Envelope, 'targets' | 'confirmedTargets'> {
  const accepting = listAcceptingTargets(configs, contract.formType)
  if (submission.canary) return { targets: accepting }
  const isPending = getConfirmedAt(submission) === null
  const field = contract.confirmation || isPending ? findReplyField(contract, submission.values) : undefined
  const isSent = field && submission.values[field.name] && createMailer(configs, contract.formType)
  const asks = listConfirmableFields(contract).length > 0
  const confirmedTargets = accepting.filter((name) => asks && confirmed.includes(name))
  const targets = isPending ? accepting : accepting.filter((name) => !confirmedTargets.includes(name))
  return { targets: isSent ? [...targets, CONFIRMATION_TARGET] : targets, ...(isPending && { confirmedTargets }) }
}

/** Suffix of variables that name a file containing the value. */
const FROM_FILE = /_FILE$/
const ENTRY = /^(?:([a-z][a-z0-9-]{0,30})=)?([a-z]+)(?::([a-z-]+(?:\+[a-z-]+)*))?$/

/** List of targets, each in the form `[name=]kind[:form+form]`. */
export const targetListSettings = z.object({
  entries: defineSetting('RELAY_TARGETS', 'Targets to deliver to; see [below](#targets).', wordListSchema, 'file'),
})

/**
 * Reads the configured targets. A setting with a target's name as its suffix takes precedence: `MAIL_TO_JOBS` over
 * `MAIL_TO`. Settings of targets that are not listed are ignored.
 */
export function readTargetConfigs(environment: EnvironmentReader): TargetConfig[] {
  const { problems, warnings, known } = environment
  const { entries = [] } = environment.read(targetListSettings) ?? {}
  for (const { settings } of Object.values<TargetType>(targetTypes))
    mapSettings(settings, ({ variable }) => known.add(variable))
  const listed = entries.map((entry) => ({ entry, parts: ENTRY.exec(entry) ?? [] }))
  const targets = listed.flatMap(({ entry, parts: [, givenName, kind = '', forms] }): TargetConfig[] => {
    if (!isKind(kind)) {
      const kinds = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(targetTypes))
      problems.push(
        `RELAY_TARGETS: "${entry}" is invalid. Use ${kinds}, with an optional name (leads=smtp) and optional forms (smtp:contact+consultation).`,
      )
      return []
    }
    const name = givenName ?? kind
    const suffix = `_${name.toUpperCase().replaceAll('-', '_')}`
    if (FROM_FILE.test(suffix) && name !== 'file')
      problems.push(
        `RELAY_TARGETS: "${name}" must not end in -file: MAIL_TO_X_FILE is the file that contains MAIL_TO_X.`,
      )
    /**
     * Returns the target's own variable if it is set, otherwise the shared one. A target named `file` has only shared
     * variables, because variables that end in `_FILE` contain file paths.
     */
    const variableOf = (variable: string) =>
      !FROM_FILE.test(suffix) && environment.has(variable + suffix) ? variable + suffix : variable
    const settings = environment.read<z.ZodType>(targetTypes[kind].settings, variableOf)
    return settings ? [{ ...settings, kind, name, forms: forms?.split('+') ?? [] } as TargetConfig] : []
  })
  for (const [kind, { address }] of Object.entries<TargetType>(targetTypes))
    if (address && environment.has(address) && !listed.some(({ parts }) => parts[2] === kind))
      warnings.push(`${address} is set, but RELAY_TARGETS lists no ${kind} target: nothing is sent there.`)
  const names = targets.map(({ name }) => name)
  if (names.includes(CONFIRMATION_TARGET))
    problems.push(
      `RELAY_TARGETS: the name "${CONFIRMATION_TARGET}" is reserved for emails to visitors; choose another one.`,
    )
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
    problems.push(`RELAY_TARGETS: two targets are named "${name}"; use different names, such as leads=smtp jobs=smtp.`)
  return targets
}

function isKind(text: string): text is keyof Kinds {
  return Object.hasOwn(targetTypes, text)
}
