/** One at a time for each name: such as all that changes the folder of one entry. */
export interface KeyedMutex {
  /** Runs work on a name after all earlier work on the same name has ended, well or badly. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Whether work on this name is under way. */
  has(name: string): boolean
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return {
    run(name, work) {
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
    has: (name) => last.has(name),
    async idle() {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}

/** Entries that are read at the same time. */
const AT_ONCE = 8

/**
 * Runs work on every item, some at the same time. After the first failure no work starts; rejects with that failure once
 * the running work has ended.
 */
export async function forEachConcurrently<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  const failures: unknown[] = []
  const run = async () => {
    for (const one of rest) {
      if (failures.length > 0) return
      try {
        await work(one)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  if (failures.length > 0) throw failures[0]
}

/**
 * Waits until everything that is under way has ended, well or not, but no longer than `within` milliseconds.
 * @returns how many had not ended by then
 */
export async function settleWithin(pending: ReadonlySet<Promise<unknown>>, within: number): Promise<number> {
  const left = new Set(pending)
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, within)
  })
  const ended = Promise.allSettled([...left].map((work) => work.finally(() => left.delete(work))))
  await Promise.race([ended, deadline])
  clearTimeout(timer)
  return left.size
}
