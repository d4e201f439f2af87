import path from 'node:path'
import type { Clock } from '../clock.ts'
import type { Entry } from '../spool/store.ts'
import type { Outcome, Target } from '../targets/target.ts'

/** One try, bounded by the target's timeout and by `interrupt`. Always ends with an outcome. */
export async function tryDelivery(
  target: Target,
  entry: Entry,
  clock: Clock,
  interrupt: AbortSignal,
): Promise<Outcome> {
  const abort = new AbortController()
  const late: Outcome = { kind: 'temporary', detail: `no end within ${Math.round(target.timeout / 1000)} s` }
  let cancel = (): void => {}
  const timeout = new Promise<Outcome>((resolve) => {
    const end = () => {
      abort.abort()
      resolve(late)
    }
    const off = clock.setTimer(target.timeout, end)
    interrupt.addEventListener('abort', end)
    cancel = () => {
      off()
      interrupt.removeEventListener('abort', end)
    }
  })
  try {
    const parcel = {
      envelope: entry.envelope,
      pathOf: (file: string) => path.join(entry.folder, path.basename(file)),
      reached: entry.deliveries.find((state) => state.target === target.name)?.reached ?? [],
    }
    const outcome = await Promise.race([target.deliver(parcel, abort.signal), timeout])
    return abort.signal.aborted && outcome.kind !== 'delivered' ? late : outcome
  } catch (error) {
    return { kind: 'temporary', detail: `fault in the relay: ${(error as Error).message}` }
  } finally {
    cancel()
  }
}
