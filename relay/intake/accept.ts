import type { Contract } from '@northshelf/site/forms/contract.ts'
import { identifyForm } from '@northshelf/site/forms/identify.ts'
import type { Request, Response } from 'express'
import { Problem } from '../http/problem.ts'
import { createPageKey, DOUBLE_CLICK_WINDOW_MS } from '../store/page-keys.ts'
import type { Envelope } from '../store/store.ts'
import { shouldConfirm } from '../targets/confirmation.ts'
import { CONFIRMATION_TARGET, listAcceptingTargets } from '../targets/targets.ts'
import { getTranslations } from '../translations/list.ts'
import { fingerprintSubmission, getHiddenIdempotencyKey, getIdempotencyHeader } from './idempotency.ts'
import type { IntakeContext, Receipt, RequestContext } from './intake.ts'
import { LazyDraft, throwStorageProblem } from './lazy-draft.ts'
import { getFieldText, type ParsedRequest, readRequest } from './read-request.ts'
import { findSpamReasons } from './spam.ts'
import { validateSubmission } from './validate-submission.ts'

/**
 * Accepts a submission. Once the promise resolves, the submission is stored durably; if the promise rejects, nothing is
 * stored.
 * @throws Problem to report to the sender, RequestAbortedError if the sender disconnected
 */
export async function acceptSubmission(
  intake: IntakeContext,
  req: Request,
  res: Response,
  context: RequestContext,
): Promise<Receipt> {
  const { config, clock, keysInUse } = intake
  const keyOfHeader = getIdempotencyHeader(req)
  await intake.countArrival(req, context.endpoint)
  const draft = new LazyDraft(intake.store)

  const acceptPost = async (): Promise<Receipt> => {
    const post = await readRequest(intake, req, res, context, draft)
    const contract = identify(intake, post, context)
    const { formType, title } = contract
    await intake.countPost(req, formType)
    const { values, attachments } = await validateSubmission(contract, post, draft, getTranslations(intake.forms.site))
    const payload = fingerprintSubmission(formType, values, attachments)
    // A form without JavaScript sends no key, so identical content within a few minutes counts as a double click.
    const contentKey = context.html ? createPageKey(payload) : undefined
    const key = keyOfHeader ?? getHiddenIdempotencyKey(post) ?? contentKey
    const store = async (): Promise<Receipt> => {
      const spam = findSpamReasons(contract, post, values)
      const envelope: Omit<Envelope, 'id'> = {
        ...{ version: 1, receivedAt: new Date(clock.now()).toISOString(), formType, title, values, attachments, spam },
        targets: [
          ...listAcceptingTargets(config.targets, formType),
          ...(shouldConfirm(config.targets, contract, values) ? [CONFIRMATION_TARGET] : []),
        ],
        idempotency: key === undefined ? undefined : { key, payload },
      }
      const { id, commit } = await draft.open()
      const known = await commit({ ...envelope, id }, key === contentKey ? DOUBLE_CLICK_WINDOW_MS : undefined).catch(
        throwStorageProblem,
      )
      if (known && known.payload !== payload)
        throw new Problem('idempotency-mismatch', 'This idempotency key was already used for a different submission.')
      if (known) return { id: known.id, receivedAt: known.receivedAt, result: 'repeated' }
      return { id, receivedAt: envelope.receivedAt, result: spam.length > 0 ? 'spam' : 'accepted' }
    }
    if (key === undefined || key === keyOfHeader) return store()
    // After a double click, a browser shows only the second response, so the second request waits for the first one's
    // result.
    return context.html ? keysInUse.run(key, store) : runAlone(intake, key, store)
  }

  try {
    return await (keyOfHeader === undefined ? acceptPost() : runAlone(intake, keyOfHeader, acceptPost))
  } finally {
    await draft.discard()
  }
}

function identify({ forms }: IntakeContext, post: ParsedRequest, context: RequestContext): Contract {
  const contract = identifyForm(Object.values(forms.forms), context.endpoint, (name) => getFieldText(post, name))
  if (!contract)
    throw new Problem('unknown-form', 'The form type is missing or unknown.', {
      errors: [{ field: 'formType', code: 'unknown', detail: 'There is no form of this type.' }],
    })
  context.contract = contract
  return contract
}

async function runAlone<T>({ keysInUse }: IntakeContext, key: string, work: () => Promise<T>): Promise<T> {
  if (!keysInUse.has(key)) return keysInUse.run(key, work)
  throw new Problem('idempotency-running', 'A submission with this idempotency key is still being processed.', {
    headers: { 'Retry-After': '1' },
  })
}
