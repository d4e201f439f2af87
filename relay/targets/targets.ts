import { z } from 'zod'
import type { FormBook } from '../intake/form-book.ts'
import { ConfigFault, type Environment, mapSettings, setting, wordList } from '../settings.ts'
import { file } from './file.ts'
import { smtp } from './smtp.ts'
import type { Configured, Mailer, Target, TargetContext, TargetKind } from './target.ts'
import { webhook } from './webhook.ts'

/** Every kind of target. */
export const targetKinds = { file, smtp, webhook }
type Kinds = typeof targetKinds

export type TargetConfig = { [K in keyof Kinds]: { kind: K } & Configured<Kinds[K]['settings']> }[keyof Kinds]

export function kindOf({ kind }: Pick<TargetConfig, 'kind'>): TargetKind {
  return targetKinds[kind]
}

/** One target for each that is set up. @throws when a setting is unusable, such as a malformed secret */
export function createTargets(configs: readonly TargetConfig[], context: TargetContext): Target[] {
  return configs.map((config) => kindOf(config).create(config, context))
}

/** Names of the targets that a form goes to. */
export function targetsFor(configs: readonly TargetConfig[], formType: string): string[] {
  return configs.filter(acceptsForm(formType)).map(({ name }) => name)
}

function acceptsForm(formType: string) {
  return ({ forms }: Pick<TargetConfig, 'forms'>) => forms.length === 0 || forms.includes(formType)
}

/** Name of the target that confirms to visitors what they sent. It is always set up. */
export const CONFIRM = 'confirm'

/** Names of all targets to which something may wait. */
export function targetNames(configs: readonly Pick<TargetConfig, 'name'>[]): string[] {
  return [...configs.map(({ name }) => name), CONFIRM]
}

/** What sends mails to the visitors of a form: the first of its targets that can. */
export function createMailer(configs: readonly TargetConfig[], formType: string): Mailer | undefined {
  const config = configs.filter(acceptsForm(formType)).find((one) => kindOf(one).createMailer)
  return config && kindOf(config).createMailer?.(config)
}

/** What `_FILE` behind a variable says: that the value stands in a file. */
const FROM_FILE = /_FILE$/
const ENTRY = /^(?:([a-z][a-z0-9-]{0,30})=)?([a-z]+)(?::([a-z-]+(?:\+[a-z-]+)*))?$/

/** The list of targets, each as `[name=]kind[:form+form]`. */
export const targetList = z.object({
  entries: setting('RELAY_TARGETS', 'Where submissions go; see below.', wordList, 'file'),
})

/**
 * Where submissions go. A setting of one target only has its name at the end: `MAIL_TO_JOBS` before `MAIL_TO`. Kinds
 * that are not listed may be set up for another day.
 */
export function readTargets(environment: Environment): TargetConfig[] {
  const { faults, warnings, known } = environment
  const { entries = [] } = environment.read(targetList) ?? {}
  for (const { settings } of Object.values<TargetKind>(targetKinds))
    mapSettings(settings, ({ variable }) => known.add(variable))
  const listed = entries.map((entry) => ({ entry, parts: ENTRY.exec(entry) ?? [] }))
  const targets = listed.flatMap(({ entry, parts: [, given, kind = '', forms] }): TargetConfig[] => {
    if (!isKind(kind)) {
      const kinds = new Intl.ListFormat('en-GB').format(Object.keys(targetKinds))
      faults.push(
        `RELAY_TARGETS: "${entry}" is none of ${kinds} (a name before it: leads=smtp; forms after it: smtp:contact+consultation).`,
      )
      return []
    }
    const name = given ?? kind
    const suffix = `_${name.toUpperCase().replaceAll('-', '_')}`
    if (FROM_FILE.test(suffix) && name !== 'file')
      faults.push(`RELAY_TARGETS: "${name}" must not end in -file: MAIL_TO_X_FILE is the file that holds MAIL_TO_X.`)
    /** The variable of this target, or the one for all. The target `file` has none of its own. */
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
    faults.push(`RELAY_TARGETS: "${CONFIRM}" is the name of the mails to visitors; give that target another one.`)
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
    faults.push(`RELAY_TARGETS: two targets are called "${name}"; give them names, such as leads=smtp jobs=smtp.`)
  return targets
}

function isKind(text: string): text is keyof Kinds {
  return Object.hasOwn(targetKinds, text)
}

/** A lead without a target would wait for ever. @throws ConfigFault naming each form and each unknown name */
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
          `RELAY_TARGETS: "${target.name}" is for the form "${form}", which does not exist (there are ${names.join(', ')}).`,
      ),
  )
  const homeless = names
    .filter((form) => targetsFor(targets, form).length === 0)
    .map((form) => `RELAY_TARGETS: no target takes the form "${form}".`)
  if (unknown.length + homeless.length > 0) throw new ConfigFault([...unknown, ...homeless], warnings)
}
