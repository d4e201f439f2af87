import { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import { getConfirmedAt, OUTCOME_FORM_TYPE } from '../store/records.ts'
import type { Claim, Store } from '../store/store.ts'
import type { DeliveryOutcome, Target, TargetInput } from '../targets/target.ts'

type EntryStore = Pick<Store, 'openAttachment' | 'read'>

/** Makes one delivery attempt. Aborts it after the target's timeout or when `interrupt` is aborted. Never rejects. */
export async function tryDelivery(
  target: Target,
  { envelope, state }: Claim,
  { store, clock }: { store: EntryStore; clock: Clock },
  interrupt: AbortSignal,
): Promise<DeliveryOutcome> {
  const abort = new AbortController()
  const reason = `timed out after ${Math.round(target.timeout / 1000)} s`
  const late: DeliveryOutcome = { kind: 'temporary', detail: reason, reason }
  const end = (): void => abort.abort()
  const timeout = new Promise<DeliveryOutcome>((resolve) => {
    abort.signal.addEventListener('abort', () => resolve(late))
  })
  const cancelTimer = clock.setTimer(target.timeout, end)
  interrupt.addEventListener('abort', end)
  try {
    const input = {
      envelope,
      open: (file: string) => Readable.from(readAttachment(store, envelope.id, file), { objectMode: false }),
      reached: state.reached ?? [],
    }
    const outcome = await Promise.race([deliver(target, input, store, abort.signal), timeout])
    return abort.signal.aborted && outcome.kind !== 'delivered' ? late : outcome
  } catch (error) {
    const reason = 'internal error in the relay'
    return { kind: 'temporary', detail: `${reason}: ${(error as Error).message}`, reason }
  } finally {
    cancelTimer()
    interrupt.removeEventListener('abort', end)
  }
}

/**
 * Delivers a submission with its later records. An entry that sends an outcome contains only the id of the lead, so
 * nothing is sent if the lead has been deleted, or if the relay stopped before it recorded the outcome.
 */
async function deliver(target: Target, input: TargetInput, store: EntryStore, signal: AbortSignal) {
  const { id, formType, values } = input.envelope
  if (getConfirmedAt(input.envelope) === null) {
    // The envelope in `input` lacks a later confirmation.
    const { envelope } = (await store.read(id)) ?? input
    if (envelope.confirmedTargets?.includes(target.name) && getConfirmedAt(envelope) === null)
      return { kind: 'skipped', detail: 'the visitor did not confirm the consent in time' } as const
    return target.deliver({ ...input, envelope }, signal)
  }
  if (formType !== OUTCOME_FORM_TYPE) return target.deliver(input, signal)
  const lead = await store.read(String(values.submission))
  const outcome = lead?.outcomes.find(({ event }) => event === id)
  if (!lead || !outcome) return { kind: 'skipped', detail: 'the submission or its outcome was deleted' } as const
  return target.deliver({ ...input, envelope: lead.envelope, event: { id, outcome } }, signal)
}

/** Opens an attachment only when it is read, so that no file stays open if the target never reads it. */
async function* readAttachment(store: EntryStore, id: string, file: string) {
  const content = await store.openAttachment(id, file)
  if (!content) throw new Error(`${file} is missing`)
  yield* content
}
