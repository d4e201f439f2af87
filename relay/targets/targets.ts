import { listFileFields } from '../../src/forms/fields.ts'
import type { Clock } from '../clock.ts'
import { type Config, ConfigFault, type TargetConfig } from '../config.ts'
import type { FormBook } from '../intake/form-book.ts'
import type { AttachmentLinks } from './attachment-links.ts'
import { createFileTarget } from './file.ts'
import { createSmtpTarget } from './smtp.ts'
import type { Target } from './target.ts'
import { createWebhookTarget } from './webhook.ts'

export interface TargetContext {
  forms: FormBook
  clock: Clock
  /** Makes the links under which a webhook's receiver fetches attachments; none without it. */
  linksFor?: (config: Extract<TargetConfig, { kind: 'webhook' }>) => AttachmentLinks | undefined
}

/** One target for each that is set up. @throws when a setting is unusable, such as a malformed secret */
export function createTargets(configs: readonly TargetConfig[], context: TargetContext): Target[] {
  return configs.map((config) => createTarget(config, context))
}

function createTarget(config: TargetConfig, { forms, clock, linksFor }: TargetContext): Target {
  switch (config.kind) {
    case 'file':
      return createFileTarget(config, forms)
    case 'smtp':
      return createSmtpTarget(config, forms)
    case 'webhook':
      return createWebhookTarget(config, { forms, clock, links: linksFor?.(config) })
  }
}

/** Names of the targets that a form goes to. */
export function targetsFor(configs: readonly TargetConfig[], formType: string): string[] {
  return configs.filter(({ forms }) => forms.length === 0 || forms.includes(formType)).map(({ name }) => name)
}

/** A lead without a target would wait for ever. @throws ConfigFault naming each form and each unknown name */
export function checkTargets({ targets, warnings }: Pick<Config, 'targets' | 'warnings'>, { forms }: FormBook): void {
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

/** Webhooks that are told of files and get no link to them, because the relay does not know its public address. */
export function listLinkless(targets: readonly TargetConfig[], { forms }: FormBook): string[] {
  const withFiles = Object.values(forms).filter((form) => listFileFields(form).length > 0)
  const linkless = targets.filter((target) => target.kind === 'webhook' && target.publicUrl === undefined)
  return linkless
    .filter((target) => withFiles.some(({ formType }) => targetsFor([target], formType).length > 0))
    .map(({ name }) => name)
}

export const LINKLESS = 'RELAY_PUBLIC_URL is missing, so it is told of files without a link to them'
