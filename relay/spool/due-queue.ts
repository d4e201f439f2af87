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
  return {
    add(item: DueDelivery): void {
      const list = lists.get(item.target)
      if (!list) lists.set(item.target, [item])
      // One look at an entry is enough, whatever of it failed.
      else if (item.target !== undefined || !list.some(({ id }) => id === item.id))
        list.splice(list.findLastIndex(({ at }) => at <= item.at) + 1, 0, item)
    },
    /** Takes out what is due: of each target as many as there is room for, and every entry to be looked at again. */
    take(now: number, room: ReadonlyMap<string, number>): DueDelivery[] {
      // The clock was set back: what waits does not wait the longer for it.
      if (now < seen) for (const item of this.all()) item.at -= seen - now
      seen = now
      return [...lists].flatMap(([target, list]) => {
        const later = list.findIndex(({ at }) => at > now)
        const due = later < 0 ? list.length : later
        return list.splice(0, Math.min(due, target === undefined ? due : (room.get(target) ?? 0)))
      })
    },
    /** When the next delivery to one of these targets, or the next look at an entry, is due. */
    nextAt(targets: Iterable<string>): number | undefined {
      const firsts = [undefined, ...targets].flatMap((target) => lists.get(target)?.[0]?.at ?? [])
      return firsts.length > 0 ? Math.min(...firsts) : undefined
    },
    all: (): DueDelivery[] => [...lists.values()].flat(),
    clear: (): void => lists.clear(),
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
