import type { Envelope } from './store.ts'

const DAY = 24 * 60 * 60 * 1000

/** Is a submission of this time young enough for its key to count? */
export function keyCounts(receivedAt: number, now: number): boolean {
  return now - receivedAt < DAY
}

export type KeyIndex = ReturnType<typeof createKeyIndex>

/** Which submission came with which key. Rebuilt from the envelopes at start. */
export function createKeyIndex() {
  const found = new Map<string, { id: string; payload: string; receivedAt: string }>()
  return {
    add({ id, receivedAt, idempotency }: Envelope): void {
      if (idempotency) found.set(idempotency.key, { id, payload: idempotency.payload, receivedAt })
    },
    find(key: string, now: number) {
      const one = found.get(key)
      return one && keyCounts(Date.parse(one.receivedAt), now) ? one : undefined
    },
    /** Forgets the key of a submission that is gone. */
    remove(id: string): void {
      for (const [key, one] of found) if (one.id === id) found.delete(key)
    },
    /** Forgets keys that are older than a day. */
    sweep(now: number): void {
      for (const [key, { receivedAt }] of found) if (!keyCounts(Date.parse(receivedAt), now)) found.delete(key)
    },
  }
}
