import type { Contract } from '@northshelf/site/forms/contract.ts'
import type { AnswerValues } from '@northshelf/site/forms/value.ts'
import { shouldConfirm } from './confirmation.ts'
import { CONFIRMATION_TARGET, listAcceptingTargets, type TargetConfig } from './targets.ts'

/** Lists the targets of a submission: those that accept its form and, unless it is a canary, the confirmation. */
export function listSubmissionTargets(
  configs: readonly TargetConfig[],
  contract: Contract,
  values: AnswerValues,
  isCanary: boolean,
): string[] {
  const confirmation = !isCanary && shouldConfirm(configs, contract, values) ? [CONFIRMATION_TARGET] : []
  return [...listAcceptingTargets(configs, contract.formType), ...confirmation]
}
