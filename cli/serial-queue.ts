/**
 * Creates a queue that runs tasks one at a time.
 * @returns a function that runs a task once all earlier tasks have ended, successfully or not
 */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task)
    last = result.catch(() => {})
    return result
  }
}
