import type { Clock } from '../clock.ts'
import type { TargetConfig } from '../config.ts'
import type { FormBook } from '../forms.ts'
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
