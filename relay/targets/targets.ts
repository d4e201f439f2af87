import { z } from 'zod'
import type { FormBook } from '../intake/form-book.ts'
import { ConfigFault, type Environment, mapSettings, setting, wordList } from '../settings.ts'
import { file } from './file.ts'
import { smtp } from './smtp.ts'
import type { Configured, Mailer, Target, TargetContext, TargetKind } from './target.ts'
import { webhook } from './webhook.ts'

/** All types of targets. */
export const targetKinds = { file, smtp, webhook }
type Kinds = typeof targetKinds

export type TargetConfig = { [K in keyof Kinds]: { kind: K } & Configured<Kinds[K]['settings']> }[keyof Kinds]

export function kindOf({ kind }: Pick<TargetConfig, 'kind'>): TargetKind {
  return targetKinds[kind]
}

/** Creates all configured targets. @throws if a setting is unusable, such as a malformed secret */
export function createTargets(configs: readonly TargetConfig[], context: TargetContext): Target[] {
  return configs.map((config) => kindOf(config).create(config, context))
}

/** Returns the names of the targets that accept a form. */
export function targetsFor(configs: readonly TargetConfig[], formType: string): string[] {
  return configs.filter(acceptsForm(formType)).map(({ name }) => name)
}

function acceptsForm(formType: string) {
  return ({ forms }: Pick<TargetConfig, 'forms'>) => forms.length === 0 || forms.includes(formType)
}

/** Name of the target that sends confirmations to visitors. It always exists. */
export const CONFIRM = 'confirm'

/** Returns the names of all targets that deliveries may wait for. */
export function targetNames(configs: readonly Pick<TargetConfig, 'name'>[]): string[] {
  return [...configs.map(({ name }) => name), CONFIRM]
}

/** Creates a mailer for emails to visitors who sent a form. Uses the first target of the form that supports this. */
export function createMailer(configs: readonly TargetConfig[], formType: string): Mailer | undefined {
  const config = configs.filter(acceptsForm(formType)).find((candidate) => kindOf(candidate).createMailer)
  return config && kindOf(config).createMailer?.(config)
}

/** Suffix of variables that name a file with the value. */
const FROM_FILE = /_FILE$/
const ENTRY = /^(?:([a-z][a-z0-9-]{0,30})=)?([a-z]+)(?::([a-z-]+(?:\+[a-z-]+)*))?$/

/** List of targets, each in the form `[name=]kind[:form+form]`. */
export const targetList = z.object({
  entries: setting('RELAY_TARGETS', 'Where submissions are delivered; see below.', wordList, 'file'),
})

/**
 * Reads the configured targets. A setting with a target's name as its suffix takes precedence: `MAIL_TO_JOBS` over
 * `MAIL_TO`. Settings of targets that are not listed are ignored.
 */
export function readTargets(environment: Environment): TargetConfig[] {
  const { faults, warnings, known } = environment
  const { entries = [] } = environment.read(targetList) ?? {}
  for (const { settings } of Object.values<TargetKind>(targetKinds))
    mapSettings(settings, ({ variable }) => known.add(variable))
  const listed = entries.map((entry) => ({ entry, parts: ENTRY.exec(entry) ?? [] }))
  const targets = listed.flatMap(({ entry, parts: [, givenName, kind = '', forms] }): TargetConfig[] => {
    if (!isKind(kind)) {
      const kinds = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(targetKinds))
      faults.push(
        `RELAY_TARGETS: "${entry}" is invalid. Use ${kinds}, with an optional name (leads=smtp) and optional forms (smtp:contact+consultation).`,
      )
      return []
    }
    const name = givenName ?? kind
    const suffix = `_${name.toUpperCase().replaceAll('-', '_')}`
    if (FROM_FILE.test(suffix) && name !== 'file')
      faults.push(`RELAY_TARGETS: "${name}" must not end in -file: MAIL_TO_X_FILE is the file that contains MAIL_TO_X.`)
    /** Returns the target's own variable if it is set, otherwise the shared one. `file` has only shared ones. */
    const variableOf = (variable: string) =>
      !FROM_FILE.test(suffix) && environment.has(variable + suffix) ? variable + suffix : variable
    const settings = environment.read<z.ZodType>(targetKinds[kind].settings, variableOf)
    return settings ? [{ ...settings, kind, name, forms: forms?.split('+') ?? [] } as TargetConfig] : []
  })
  for (const [kind, { address }] of Object.entries<TargetKind>(targetKinds))
    if (address && environment.has(address) && !listed.some(({ parts }) => parts[2] === kind))
      warnings.push(`${address} is set, but RELAY_TARGETS lists no ${kind} target: nothing is sent there.`)
  const names = targets.map(({ name }) => name)
  if (names.includes(CONFIRM))
    faults.push(`RELAY_TARGETS: the name "${CONFIRM}" is reserved for emails to visitors; choose another one.`)
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
    faults.push(`RELAY_TARGETS: two targets are named "${name}"; use different names, such as leads=smtp jobs=smtp.`)
  return targets
}

function isKind(text: string): text is keyof Kinds {
  return Object.hasOwn(targetKinds, text)
}

/** Checks that each form has a target. @throws ConfigFault listing unknown forms and forms without a target */
export function checkTargets(
  { targets, warnings }: { targets: readonly TargetConfig[]; warnings: readonly string[] },
  { forms }: FormBook,
): void {
  const names = Object.keys(forms)
  const unknown = targets.flatMap((target) =>
    target.forms
      .filter((form) => !names.includes(form))
      .map(
        (form) =>
          `RELAY_TARGETS: "${target.name}" lists the form "${form}", which does not exist. Forms: ${names.join(', ')}.`,
      ),
  )
  const unassigned = names
    .filter((form) => targetsFor(targets, form).length === 0)
    .map((form) => `RELAY_TARGETS: no target accepts the form "${form}".`)
  if (unknown.length + unassigned.length > 0) throw new ConfigFault([...unknown, ...unassigned], warnings)
}
