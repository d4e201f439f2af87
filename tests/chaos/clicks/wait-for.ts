/** Returns the value once it is as wanted, or the last value after ten seconds. */
export async function waitFor<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 10_000
  for (;;) {
    const value = await read()
    if (isWanted(value) || Date.now() > end) return value
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
