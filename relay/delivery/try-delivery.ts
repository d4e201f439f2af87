import { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import type { Claim, Store } from '../store/store.ts'
import type { DeliveryOutcome, Target } from '../targets/target.ts'

/** Makes one delivery attempt. Aborts it after the target's timeout or when `interrupt` is aborted. Never rejects. */
export async function tryDelivery(
  target: Target,
  { envelope, state }: Claim,
  { store, clock }: { store: Pick<Store, 'openAttachment'>; clock: Clock },
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
    const outcome = await Promise.race([target.deliver(input, abort.signal), timeout])
    return abort.signal.aborted && outcome.kind !== 'delivered' ? late : outcome
  } catch (error) {
    const reason = 'internal error in the relay'
    return { kind: 'temporary', detail: `${reason}: ${(error as Error).message}`, reason }
  } finally {
    cancelTimer()
    interrupt.removeEventListener('abort', end)
  }
}

/** Opens an attachment only when it is read, so that no file stays open if the target never reads it. */
async function* readAttachment(store: Pick<Store, 'openAttachment'>, id: string, file: string) {
  const content = await store.openAttachment(id, file)
  if (!content) throw new Error(`${file} is missing`)
  yield* content
}
