import { stat } from 'node:fs/promises'
import path from 'node:path'

/** Commands never make a spool: a slip in its path would look like an empty one. @throws in words for the operator */
export async function existingSpool(folder: string): Promise<string> {
  const root = path.resolve(folder)
  await stat(path.join(root, 'queue')).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(
      code === 'ENOENT'
        ? `There is no spool at ${root}. Set RELAY_SPOOL to the folder that the relay uses.`
        : `The spool at ${root} cannot be read (${code}). Run this as the user of the relay.`,
    )
  })
  return root
}
