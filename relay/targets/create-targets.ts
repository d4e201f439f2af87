import type { Contract } from '../../src/forms/contract.ts'
import type { Clock } from '../clock.ts'
import type { TargetConfig } from '../config.ts'
import type { AttachmentLinks } from './attachment-links.ts'
import type { Target } from './target.ts'

/** What `dist/relay/forms.json` holds. */
export interface FormBook {
  site: { name: string; email: string; url: string }
  forms: Record<string, Contract>
}

export interface TargetContext {
  forms: FormBook
  clock: Clock
  /** Makes the links under which a webhook's receiver fetches attachments; none without it. */
  links?: AttachmentLinks
}

/** One target for each that is set up. @throws when a setting is unusable, such as a malformed secret */
export function createTargets(_configs: readonly TargetConfig[], _context: TargetContext): Target[] {
  throw new Error('not written yet')
}

/** Names of the targets that a form goes to. */
export function targetsFor(configs: readonly TargetConfig[], formType: string): string[] {
  return configs.filter(({ forms }) => forms.length === 0 || forms.includes(formType)).map(({ name }) => name)
}
