/** The value as soon as it is as wanted, or after ten seconds. */
export async function waitFor<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 10_000
  for (;;) {
    const value = await read()
    if (isWanted(value) || Date.now() > end) return value
    await new Promise((later) => setTimeout(later, 30))
  }
}
