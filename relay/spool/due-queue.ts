/** A waiting delivery, due at a time in milliseconds since 1970. */
export interface DueDelivery {
  id: string
  /** Undefined if the entry must be read again. */
  target: string | undefined
  at: number
}

export type DueQueue = ReturnType<typeof createDueQueue>

/** Keeps waiting deliveries in due order, in memory only: the spool is the source of truth. */
export function createDueQueue() {
  /** One list per target, so that a long backlog of one does not slow down others. */
  const lists = new Map<string | undefined, DueDelivery[]>()
  /** Time of the last call. */
  let seen = Number.NEGATIVE_INFINITY
  return {
    add(item: DueDelivery): void {
      const list = lists.get(item.target)
      if (!list) lists.set(item.target, [item])
      // An entry is read again once, however many of its deliveries failed.
      else if (item.target !== undefined || !list.some(({ id }) => id === item.id))
        list.splice(list.findLastIndex(({ at }) => at <= item.at) + 1, 0, item)
    },
    /** Removes and returns due deliveries, as many per target as it has room for, and all entries to be read again. */
    take(now: number, room: ReadonlyMap<string, number>): DueDelivery[] {
      // If the clock was set back, nothing waits longer.
      if (now < seen) for (const item of this.all()) item.at -= seen - now
      seen = now
      return [...lists].flatMap(([target, list]) => {
        const later = list.findIndex(({ at }) => at > now)
        const due = later < 0 ? list.length : later
        return list.splice(0, Math.min(due, target === undefined ? due : (room.get(target) ?? 0)))
      })
    },
    /** When the next delivery to one of these targets, or the next reading of an entry, is due. */
    nextAt(targets: Iterable<string>): number | undefined {
      const firsts = [undefined, ...targets].flatMap((target) => lists.get(target)?.[0]?.at ?? [])
      return firsts.length > 0 ? Math.min(...firsts) : undefined
    },
    all: (): DueDelivery[] => [...lists.values()].flat(),
    clear: (): void => lists.clear(),
    /** Removes the deliveries of an entry, or one of them. */
    remove(id: string, target?: string): void {
      for (const [name, list] of lists)
        if (target === undefined || name === target)
          lists.set(
            name,
            list.filter((item) => item.id !== id),
          )
    },
  }
}
