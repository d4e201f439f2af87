export interface Turns {
  /** Runs work on a name after all earlier work on the same name has ended, well or badly. */
  take<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

/** Two deliveries of one entry may end in the same moment: what they do to its folder happens one after the other. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    take(name, work) {
      const before = last.get(name) ?? Promise.resolve()
      const mine = before.then(work, work)
      const settled = mine
        .catch(() => {})
        .then(() => {
          if (last.get(name) === settled) last.delete(name)
        })
      last.set(name, settled)
      return mine
    },
    async idle() {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}
