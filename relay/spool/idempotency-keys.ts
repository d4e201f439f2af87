import { DAY } from '../clock.ts'
import type { Envelope, KnownSubmission } from '../store/store.ts'

/** Reports whether the key of a submission still counts. Its time may be later: the clock may have been set back. */
export function keyCounts(receivedAt: number, now: number, counts = DAY): boolean {
  return Math.abs(now - receivedAt) < counts
}

export type KeyIndex = ReturnType<typeof createKeyIndex>

/** Maps keys to submissions. Rebuilt from the envelopes at start. */
export function createKeyIndex() {
  const found = new Map<string, KnownSubmission>()
  return {
    add({ id, receivedAt, idempotency }: Envelope): void {
      if (idempotency) found.set(idempotency.key, { id, payload: idempotency.payload, receivedAt })
    },
    find(key: string, now: number, counts?: number): KnownSubmission | undefined {
      const one = found.get(key)
      return one && keyCounts(Date.parse(one.receivedAt), now, counts) ? one : undefined
    },
    /** Forgets the key of a submission that is gone. */
    remove(id: string): void {
      for (const [key, one] of found) if (one.id === id) found.delete(key)
    },
    clear: (): void => found.clear(),
    /** Forgets keys that are older than a day. */
    sweep(now: number): void {
      for (const [key, { receivedAt }] of found) if (!keyCounts(Date.parse(receivedAt), now)) found.delete(key)
    },
  }
}
