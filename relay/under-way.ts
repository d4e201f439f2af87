/**
 * Waits until everything that is under way has ended, well or not, but no longer than `within` milliseconds.
 * @returns how many had not ended by then
 */
export async function settle(underWay: ReadonlySet<Promise<unknown>>, within: number): Promise<number> {
  const left = new Set(underWay)
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, within)
  })
  const ended = Promise.allSettled([...left].map((work) => work.finally(() => left.delete(work))))
  await Promise.race([ended, deadline])
  clearTimeout(timer)
  return left.size
}
