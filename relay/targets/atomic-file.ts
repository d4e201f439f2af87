import { randomUUID } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** Writes a file that appears under its name only when it is whole and durable. What stood there is replaced. */
export async function writeAtomically(file: string, content: Readable | string, signal: AbortSignal): Promise<void> {
  const draft = path.join(path.dirname(file), `.${randomUUID()}.part`)
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await writeFile(handle, content, { signal })
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
