import { createDueHeap, type DueDelivery } from './due-heap.ts'

/** Queues waiting deliveries by due time. The queue is only in memory; the spool is the source of truth. */
export function createDueQueue() {
  /** One heap per target, so that a long backlog of one target does not slow down others. */
  const heaps = new Map<string | undefined, ReturnType<typeof createDueHeap>>()
  /** Time of the last call to `take`. */
  let seen = Number.NEGATIVE_INFINITY
  return {
    add(item: DueDelivery): void {
      const heap = heaps.get(item.target) ?? createDueHeap()
      heaps.set(item.target, heap)
      // An entry is read again only once, even if several of its deliveries failed.
      if (item.target !== undefined || !heap.has(item.id)) heap.add(item)
    },
    /** Removes and returns due deliveries, at most `slots` per target, and all entries that must be read again. */
    take(now: number, slots: ReadonlyMap<string, number>): DueDelivery[] {
      // If the clock was set back, shifts all due times, so that no delivery waits longer than planned.
      if (now < seen) for (const item of this.all()) item.at -= seen - now
      seen = now
      const taken: DueDelivery[] = []
      for (const [target, heap] of heaps) {
        let free = target === undefined ? Number.POSITIVE_INFINITY : (slots.get(target) ?? 0)
        for (let item = heap.first(); item && item.at <= now && free > 0; item = heap.first(), free--) {
          heap.remove(item.id)
          taken.push(item)
        }
      }
      return taken
    },
    /** Returns the time of the next delivery to these targets, or of the next entry that must be read again. */
    nextAt(targets: Iterable<string>): number | undefined {
      const firsts = [undefined, ...targets].flatMap((target) => heaps.get(target)?.first()?.at ?? [])
      return firsts.length > 0 ? Math.min(...firsts) : undefined
    },
    all: (): DueDelivery[] => [...heaps.values()].flatMap((heap) => heap.items()),
    clear: (): void => heaps.clear(),
    /** Removes the deliveries of an entry, or only its delivery to one target. */
    remove(id: string, target?: string): void {
      for (const [name, heap] of heaps) if (target === undefined || name === target) heap.remove(id)
    },
  }
}
