import { chown, readdir } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** Who owns nothing. */
const NOBODY = 65534

/**
 * Goes on as a user to whom permissions apply, who owns these folders: root may do everything. Ends with the test.
 * Somebody who is not root stays who they are.
 */
export async function becomeOrdinary(...folders: readonly string[]): Promise<void> {
  if (process.geteuid?.() !== 0) return
  for (const folder of folders) await giveTo(folder, NOBODY)
  process.setegid?.(NOBODY)
  process.seteuid?.(NOBODY)
  onTestFinished(() => {
    process.seteuid?.(0)
    process.setegid?.(0)
  })
}

/** Changes the owner of a folder and of all that lies in it. */
export async function giveTo(folder: string, user: number): Promise<void> {
  await chown(folder, user, user)
  for (const name of await readdir(folder, { recursive: true })) await chown(path.join(folder, name), user, user)
}
