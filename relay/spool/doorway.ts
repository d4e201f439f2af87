import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'

/** Longest path of a Unix socket that every system takes, in bytes. */
const LONGEST = 100

/**
 * The path under which the socket of a spool is reached. A path that is too long for a socket is gone round
 * on Linux through an open folder; `leave` closes it.
 */
export async function doorwayOf(root: string): Promise<{ address: string; leave(): Promise<void> }> {
  const plain = path.join(path.resolve(root), 'relay.sock')
  const stay = async (): Promise<void> => {}
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(plain.toLowerCase()).digest('hex').slice(0, 32)
    return { address: `\\\\.\\pipe\\relay-${name}`, leave: stay }
  }
  if (Buffer.byteLength(plain) <= LONGEST) return { address: plain, leave: stay }
  if (process.platform !== 'linux')
    throw new Error(
      `The path of the spool is too long: ${path.resolve(root)}. Use one of at most ${LONGEST - 11} bytes.`,
    )
  const folder = await open(path.dirname(plain), 'r')
  return { address: `/proc/self/fd/${folder.fd}/relay.sock`, leave: () => folder.close() }
}
