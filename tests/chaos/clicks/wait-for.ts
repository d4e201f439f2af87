/** Reads a value repeatedly until it meets the condition or ten seconds have passed. @returns the last value */
export async function waitFor<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 10_000
  for (;;) {
    const value = await read()
    if (isWanted(value) || Date.now() > end) return value
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
