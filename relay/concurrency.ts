export type KeyedMutex = ReturnType<typeof createKeyedMutex>

/** Creates a mutex that runs tasks with the same name one at a time, for example changes to one entry. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>()
  return {
    /** Runs a task after all earlier tasks with the same name have ended, successfully or not. */
    run<T>(name: string, task: () => Promise<T>): Promise<T> {
      const previous = last.get(name) ?? Promise.resolve()
      const result = previous.then(task, task)
      const settled = result
        .catch(() => {})
        .then(() => {
          if (last.get(name) === settled) last.delete(name)
        })
      last.set(name, settled)
      return result
    },
    /** Reports whether a task with this name is running or waiting. */
    has: (name: string): boolean => last.has(name),
    /** Resolves when no tasks are running or waiting. */
    async idle(): Promise<void> {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}

let lastTurn = Promise.resolve()

/**
 * Resolves in a later iteration of the event loop that no other call shares. If each piece of work begins with a turn,
 * the server can handle other events between two pieces, however many tasks are running.
 */
export function takeTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)))
  return lastTurn
}

const CONCURRENCY = 8

/**
 * Runs a task for every item, several at a time. After the first failure, starts no more tasks, waits for the running
 * ones and rejects with that failure.
 */
export async function forEachConcurrently<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const failures: unknown[] = []
  const run = async () => {
    for (const item of rest) {
      if (failures.length > 0) return
      try {
        await task(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, run))
  if (failures.length > 0) throw failures[0]
}

/** Waits up to `within` milliseconds for promises to settle. @returns the number of those still pending */
export async function settleWithin(pending: ReadonlySet<Promise<unknown>>, within: number): Promise<number> {
  const left = new Set(pending)
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, within)
  })
  const ended = Promise.allSettled([...left].map((promise) => promise.finally(() => left.delete(promise))))
  await Promise.race([ended, deadline])
  clearTimeout(timer)
  return left.size
}
