/** One delivery that waits, and when it is due, in milliseconds since 1970. */
export interface DueDelivery {
  id: string
  /** Undefined when the whole entry is to be looked at again. */
  target: string | undefined
  at: number
}

export type DueQueue = ReturnType<typeof createDueQueue>

/** What waits, in the order in which it is due. Held in memory only: the spool is the truth. */
export function createDueQueue() {
  /** One list for each target, so that a long backlog of one does not slow down the others. */
  const lists = new Map<string | undefined, DueDelivery[]>()
  /** The latest time that was told. */
  let seen = Number.NEGATIVE_INFINITY
  const first = (busy: ReadonlySet<string | undefined>): DueDelivery | undefined => {
    let best: DueDelivery | undefined
    for (const [target, [item]] of lists) if (item && !busy.has(target) && (!best || item.at < best.at)) best = item
    return best
  }
  return {
    add(item: DueDelivery): void {
      const list = lists.get(item.target)
      if (!list) lists.set(item.target, [item])
      // One look at an entry is enough, whatever of it failed.
      else if (item.target !== undefined || !list.some(({ id }) => id === item.id))
        list.splice(list.findLastIndex(({ at }) => at <= item.at) + 1, 0, item)
    },
    /** Takes out the delivery that has been due for the longest time. */
    take(now: number, busy: ReadonlySet<string>): DueDelivery | undefined {
      // The clock was set back: what waits does not wait the longer for it.
      if (now < seen) for (const item of [...lists.values()].flat()) item.at -= seen - now
      seen = now
      const item = first(busy)
      if (!item || item.at > now) return undefined
      return lists.get(item.target)?.shift()
    },
    nextAt: (busy: ReadonlySet<string>): number | undefined => first(busy)?.at,
    /** Forgets what waits for an entry, or for one target of it. */
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
