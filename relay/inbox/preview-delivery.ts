import { Readable } from 'node:stream'
import type { SiteForms } from '../site-forms.ts'
import { OUTCOME_FORM_TYPE } from '../store/records.ts'
import type { Entry } from '../store/store.ts'
import { previewConfirmation } from '../targets/confirmation.ts'
import type { TargetType } from '../targets/target.ts'
import { CONFIRMATION_TARGET, getTargetType, type TargetConfig } from '../targets/targets.ts'

type Preview = ReturnType<TargetType['preview']>

export interface PreviewContext {
  forms: SiteForms
  targets: readonly TargetConfig[]
}

/** Previews the delivery to a target. Returns an empty preview if the target is no longer configured. */
export function previewDelivery({ envelope }: Entry, name: string, { forms, targets }: PreviewContext): Preview {
  if (envelope.formType === OUTCOME_FORM_TYPE) return {}
  if (name === CONFIRMATION_TARGET) {
    const mail = previewConfirmation(targets, envelope, forms)
    return mail ? { mail } : {}
  }
  const target = targets.find((config) => config.name === name)
  const input = { envelope, open: () => Readable.from([]) }
  return target ? getTargetType(target).preview(target, input, forms) : {}
}
