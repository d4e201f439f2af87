import { DAY } from '../clock.ts'
import type { Envelope, ExistingSubmission } from '../store/store.ts'

/** Reports whether a key is still valid. `receivedAt` may be in the future if the clock was set back. */
export function isKeyValid(receivedAt: number, now: number, validFor = DAY): boolean {
  return Math.abs(now - receivedAt) < validFor
}

export type KeyIndex = ReturnType<typeof createKeyIndex>

/** Creates an index from idempotency keys to submissions. It is rebuilt from the envelopes at startup. */
export function createKeyIndex() {
  const submissions = new Map<string, ExistingSubmission>()
  return {
    add({ id, receivedAt, idempotency }: Envelope): void {
      if (idempotency) submissions.set(idempotency.key, { id, payload: idempotency.payload, receivedAt })
    },
    find(key: string, now: number, validFor?: number): ExistingSubmission | undefined {
      const submission = submissions.get(key)
      return submission && isKeyValid(Date.parse(submission.receivedAt), now, validFor) ? submission : undefined
    },
    /** Removes the key of a deleted submission. */
    remove(id: string): void {
      for (const [key, submission] of submissions) if (submission.id === id) submissions.delete(key)
    },
    clear: (): void => submissions.clear(),
    /** Removes keys that are older than a day. */
    sweep(now: number): void {
      for (const [key, { receivedAt }] of submissions)
        if (!isKeyValid(Date.parse(receivedAt), now)) submissions.delete(key)
    },
  }
}
