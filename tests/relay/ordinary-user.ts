import { chown, readdir } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** User and group id of `nobody`. */
const NOBODY = 65534

/**
 * Drops root privileges until the end of the test, because root bypasses permission checks. Does nothing for other
 * users.
 * @param folders folders that the new user will own
 */
export async function becomeOrdinary(...folders: readonly string[]): Promise<void> {
  if (process.geteuid?.() !== 0) return
  for (const folder of folders) await chownAll(folder, NOBODY)
  process.setegid?.(NOBODY)
  process.seteuid?.(NOBODY)
  onTestFinished(() => {
    process.seteuid?.(0)
    process.setegid?.(0)
  })
}

export async function chownAll(folder: string, user: number): Promise<void> {
  await chown(folder, user, user)
  for (const name of await readdir(folder, { recursive: true })) await chown(path.join(folder, name), user, user)
}
