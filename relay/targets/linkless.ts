import { listFileFields } from '../../src/forms/kinds/file/file-fields.ts'
import type { TargetConfig } from '../config.ts'
import type { FormBook } from '../forms.ts'
import { targetsFor } from './create-targets.ts'

/** Webhooks that are told of files and get no link to them, because the relay does not know its public address. */
export function listLinkless(targets: readonly TargetConfig[], { forms }: FormBook): string[] {
  const withFiles = Object.values(forms).filter((form) => listFileFields(form).length > 0)
  const linkless = targets.filter((target) => target.kind === 'webhook' && target.publicUrl === undefined)
  return linkless
    .filter((target) => withFiles.some(({ formType }) => targetsFor([target], formType).length > 0))
    .map(({ name }) => name)
}

export const LINKLESS = 'RELAY_PUBLIC_URL is missing, so it is told of files without a link to them'
