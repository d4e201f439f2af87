import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface Backlog {
  /** Entries that waited at the call. */
  waiting: number
  /** Milliseconds until the last of them was delivered; NaN when that took longer than the bound. */
  took: number
}

/** Waits until a relay has delivered what is in its queue, at most `bound` milliseconds. */
export async function awaitDelivery(spool: string, bound: number): Promise<Backlog> {
  const begin = performance.now()
  const count = async (): Promise<number> => (await readdir(path.join(spool, 'queue'))).length
  const waiting = await count()
  for (let left = waiting; left > 0; left = await count()) {
    if (performance.now() - begin > bound) return { waiting, took: Number.NaN }
    await pause(50)
  }
  return { waiting, took: performance.now() - begin }
}
