/** Entries that are read at the same time. */
const AT_ONCE = 8

/** Runs work on all of them, some at the same time. */
export async function eachAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of rest) await work(one)
    }),
  )
}
