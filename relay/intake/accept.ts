import type { Request, Response } from 'express'
import type { Contract } from '../../src/forms/contract.ts'
import { identifyForm } from '../../src/forms/identify.ts'
import { Problem } from '../http/problem.ts'
import { targetsFor } from '../targets/targets.ts'
import { fingerprint, headerKey, hiddenKey, SAME_PRESS } from './idempotency.ts'
import type { Attempt, Intake, Receipt } from './intake.ts'
import { DraftBox, storageFault } from './lazy-draft.ts'
import { type Post, receive, textOf } from './post.ts'
import { judgeSpam } from './spam.ts'
import { type Inspected, inspect } from './validate-post.ts'

/**
 * Takes a post: when this has resolved, it is in the spool and survives whatever happens. When it throws,
 * nothing of it is left.
 * @throws Problem for the sender, Aborted when the sender left
 */
export async function accept(intake: Intake, req: Request, res: Response, attempt: Attempt): Promise<Receipt> {
  const key = headerKey(req)
  await intake.countArrival(req, res, attempt.endpoint)
  const release = key === undefined ? undefined : claimNow(intake, key)
  const box = new DraftBox(intake.store)
  try {
    const post = await receive(intake, req, res, attempt, box)
    const contract = identify(intake, post, attempt)
    await intake.countPost(req, res, contract.formType)
    const inspected = await inspect(contract, post, box)
    return await keepOnce(intake, { contract, post, inspected, box, key, attempt })
  } finally {
    release?.()
    await box.discard()
  }
}

interface Checked {
  contract: Contract
  post: Post
  inspected: Inspected
  box: DraftBox
  /** From the header; its claim is already ours. */
  key: string | undefined
  attempt: Attempt
}

/** Commits a checked post unless the same one is in the spool already. */
async function keepOnce(intake: Intake, checked: Checked): Promise<Receipt> {
  const { contract, inspected, post, attempt } = checked
  const payload = fingerprint(contract.formType, inspected.values, inspected.attachments)
  const hidden = checked.key === undefined ? hiddenKey(post) : undefined
  // A page without scripting has no key: there the same content soon after is the same press of the button.
  const key = checked.key ?? hidden ?? (attempt.html ? `page-${payload}` : undefined)
  // A browser shows the answer to the last of two presses, so that one waits for the first.
  const release =
    key === undefined || key === checked.key
      ? undefined
      : attempt.html
        ? await intake.running.claimNext(key)
        : claimNow(intake, key)
  try {
    const known = key === undefined ? undefined : intake.store.findKey(key)
    const byPress = key !== undefined && key === `page-${payload}`
    // Either way: the clock may have been set back since.
    const late = known && byPress && Math.abs(intake.clock.now() - Date.parse(known.receivedAt)) > SAME_PRESS
    if (known && !late) {
      if (known.payload !== payload)
        throw new Problem(422, 'idempotency-mismatch', 'This idempotency key was used for something else before.')
      return { id: known.id, receivedAt: known.receivedAt, result: 'repeated' }
    }
    return await commit(intake, checked, key === undefined ? undefined : { key, payload })
  } finally {
    release?.()
  }
}

async function commit(
  { config, clock }: Intake,
  { contract, post, inspected, box }: Checked,
  idempotency: { key: string; payload: string } | undefined,
): Promise<Receipt> {
  const spam = judgeSpam(contract, post, inspected.values)
  const draft = await box.open()
  const receivedAt = new Date(clock.now()).toISOString()
  await draft
    .commit({
      version: 1,
      id: draft.id,
      receivedAt,
      formType: contract.formType,
      title: contract.title,
      values: inspected.values,
      attachments: inspected.attachments,
      targets: targetsFor(config.targets, contract.formType),
      idempotency,
      spam,
    })
    .catch(storageFault)
  return { id: draft.id, receivedAt, result: spam.length > 0 ? 'spam' : 'accepted' }
}

function identify({ forms }: Intake, post: Post, attempt: Attempt): Contract {
  const contract = identifyForm(Object.values(forms.forms), attempt.endpoint, (name) => textOf(post, name))
  if (!contract)
    throw new Problem(422, 'unknown-form', 'This is none of the forms that the relay knows.', {
      errors: [{ field: 'formType', code: 'unknown', detail: 'No form of this type is known here.' }],
    })
  attempt.contract = contract
  return contract
}

function claimNow({ running }: Intake, key: string): () => void {
  const release = running.claim(key)
  if (release) return release
  throw new Problem(409, 'idempotency-running', 'A post with this idempotency key is still under way.', {
    retryAfter: 1,
  })
}
