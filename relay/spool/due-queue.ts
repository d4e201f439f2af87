/** A waiting delivery. `at` is the time when it is due, in milliseconds since 1970. */
interface DueDelivery {
  id: string
  /** Undefined if the whole entry must be read again. */
  target: string | undefined
  at: number
}

/** Queues waiting deliveries by due time. The queue is only in memory; the spool is the source of truth. */
export function createDueQueue() {
  /** One list per target, so that a long backlog of one target does not slow down others. */
  const lists = new Map<string | undefined, DueDelivery[]>()
  /** Time of the last call to `take`. */
  let seen = Number.NEGATIVE_INFINITY
  return {
    add(item: DueDelivery): void {
      const list = lists.get(item.target)
      if (!list) lists.set(item.target, [item])
      // An entry is read again only once, even if several of its deliveries failed.
      else if (item.target !== undefined || !list.some(({ id }) => id === item.id))
        list.splice(list.findLastIndex(({ at }) => at <= item.at) + 1, 0, item)
    },
    /** Removes and returns due deliveries, at most `slots` per target, and all entries that must be read again. */
    take(now: number, slots: ReadonlyMap<string, number>): DueDelivery[] {
      // If the clock was set back, shifts all due times, so that no delivery waits longer than planned.
      if (now < seen) for (const item of this.all()) item.at -= seen - now
      seen = now
      return [...lists].flatMap(([target, list]) => {
        const later = list.findIndex(({ at }) => at > now)
        const due = later < 0 ? list.length : later
        return list.splice(0, Math.min(due, target === undefined ? due : (slots.get(target) ?? 0)))
      })
    },
    /** Returns the time of the next delivery to these targets, or of the next entry that must be read again. */
    nextAt(targets: Iterable<string>): number | undefined {
      const firsts = [undefined, ...targets].flatMap((target) => lists.get(target)?.[0]?.at ?? [])
      return firsts.length > 0 ? Math.min(...firsts) : undefined
    },
    all: (): DueDelivery[] => [...lists.values()].flat(),
    clear: (): void => lists.clear(),
    /** Removes the deliveries of an entry, or only its delivery to one target. */
    remove(id: string, target?: string): void {
      for (const [name, list] of lists) {
        if (target !== undefined && name !== target) continue
        const kept = list.filter((item) => item.id !== id)
        lists.set(name, kept)
      }
    },
  }
}
