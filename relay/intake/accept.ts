import type { Contract } from '@northshelf/site/forms/contract.ts'
import { identifyForm } from '@northshelf/site/forms/identify.ts'
import type { Request, Response } from 'express'
import { Problem } from '../http/problem.ts'
import { wordsFor } from '../pages/words/catalogues.ts'
import { DOUBLE_CLICK, pageKey } from '../store/page-keys.ts'
import type { Envelope } from '../store/store.ts'
import { isConfirmed } from '../targets/confirmation.ts'
import { CONFIRM, targetsFor } from '../targets/targets.ts'
import { fingerprint, headerKey, hiddenKey } from './idempotency.ts'
import type { Intake, PostContext, Receipt } from './intake.ts'
import { LazyDraft, storageFault } from './lazy-draft.ts'
import { type Post, receive, textOf } from './post.ts'
import { spamReasons } from './spam.ts'
import { validatePost } from './validate-post.ts'

/**
 * Accepts a post. When the promise resolves, the post is stored durably; when it rejects, nothing is stored.
 * @throws Problem to report to the sender, Aborted if the sender disconnected
 */
export async function accept(intake: Intake, req: Request, res: Response, context: PostContext): Promise<Receipt> {
  const { config, clock, keysInUse } = intake
  const keyOfHeader = headerKey(req)
  await intake.countArrival(req, context.endpoint)
  const draft = new LazyDraft(intake.store)

  const acceptPost = async (): Promise<Receipt> => {
    const post = await receive(intake, req, res, context, draft)
    const contract = identify(intake, post, context)
    const { formType, title } = contract
    await intake.countPost(req, formType)
    const { values, attachments } = await validatePost(contract, post, draft, wordsFor(intake.forms.site))
    const payload = fingerprint(formType, values, attachments)
    // A page without JavaScript sends no key, so identical content within minutes is treated as a double click.
    const contentKey = context.html ? pageKey(payload) : undefined
    const key = keyOfHeader ?? hiddenKey(post) ?? contentKey
    const store = async (): Promise<Receipt> => {
      const spam = spamReasons(contract, post, values)
      const envelope: Omit<Envelope, 'id'> = {
        ...{ version: 1, receivedAt: new Date(clock.now()).toISOString(), formType, title, values, attachments, spam },
        targets: [
          ...targetsFor(config.targets, formType),
          ...(isConfirmed(config.targets, contract, values) ? [CONFIRM] : []),
        ],
        idempotency: key === undefined ? undefined : { key, payload },
      }
      const { id, commit } = await draft.open()
      const known = await commit({ ...envelope, id }, key === contentKey ? DOUBLE_CLICK : undefined).catch(storageFault)
      if (known && known.payload !== payload)
        throw new Problem('idempotency-mismatch', 'This idempotency key was already used for a different post.')
      if (known) return { id: known.id, receivedAt: known.receivedAt, result: 'repeated' }
      return { id, receivedAt: envelope.receivedAt, result: spam.length > 0 ? 'spam' : 'accepted' }
    }
    if (key === undefined || key === keyOfHeader) return store()
    // After a double click a browser shows the second response, so the second post waits for the first.
    return context.html ? keysInUse.run(key, store) : runAlone(intake, key, store)
  }

  try {
    return await (keyOfHeader === undefined ? acceptPost() : runAlone(intake, keyOfHeader, acceptPost))
  } finally {
    await draft.discard()
  }
}

function identify({ forms }: Intake, post: Post, context: PostContext): Contract {
  const contract = identifyForm(Object.values(forms.forms), context.endpoint, (name) => textOf(post, name))
  if (!contract)
    throw new Problem('unknown-form', 'The form type is missing or unknown.', {
      errors: [{ field: 'formType', code: 'unknown', detail: 'There is no form of this type.' }],
    })
  context.contract = contract
  return contract
}

async function runAlone<T>({ keysInUse }: Intake, key: string, work: () => Promise<T>): Promise<T> {
  if (!keysInUse.has(key)) return keysInUse.run(key, work)
  throw new Problem('idempotency-running', 'A post with this idempotency key is still being processed.', {
    headers: { 'Retry-After': '1' },
  })
}
