import { chmod, rm, stat, utimes } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import lockfile from 'proper-lockfile'
import {
  connectToRelay,
  LONGEST_LINE,
  SOCKET,
  type SpoolReply,
  type SpoolRequest,
  socketAddress,
} from './relay-socket.ts'

/** Milliseconds after which nobody opens the spool any more who said so. */
const STALE = 5000

/** Another process has the spool open. */
class SpoolInUse extends Error {
  override name = 'SpoolInUse'
  constructor(folder: string) {
    super(
      `The spool ${folder} is in use by another relay. Stop that one first, or give this one a spool of its own (RELAY_SPOOL).`,
    )
  }
}

/**
 * Makes this process the only writer of a spool, until it releases it or ends in whatever way: the lock is a
 * listening socket in the folder, which the kernel closes with the process. The same socket takes operators'
 * requests, so that they are carried out by the one writer.
 * @param lost a lock of this process whose socket is gone from the folder
 * @throws SpoolInUse
 */
export async function lockSpool(
  root: string,
  answer: (request: SpoolRequest) => Promise<unknown>,
  lost?: { release(): Promise<void> },
) {
  const { address, close } = await socketAddress(root)
  // Between finding a dead socket and listening in its place nobody else may do the same.
  const opening = path.join(root, 'opening.lock')
  await dateBack(opening)
  const unlock = await lockfile.lock(root, {
    lockfilePath: opening,
    stale: STALE,
    retries: { retries: 100, minTimeout: 50, maxTimeout: 200 },
  })
  try {
    const owner = await connectToRelay(root)
    owner?.destroy()
    if (owner) throw new SpoolInUse(path.resolve(root))
    // Its end removes whatever socket has its name.
    await lost?.release()
    if (process.platform !== 'win32') await rm(address, { force: true })
    const sockets = new Set<net.Socket>()
    const server = net.createServer({ allowHalfOpen: true }, (socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)))
      void serve(socket, answer)
    })
    const release = async (): Promise<void> => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
      await close()
    }
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve))
    server.unref()
    try {
      if (process.platform !== 'win32') await chmod(address, 0o600)
      const inode = await inodeOf(root)
      return {
        release,
        /** Whether the socket in the folder is still ours. Its inode is not given to another file while we listen. */
        isHeld: async (): Promise<boolean> => (await inodeOf(root)) === inode,
      }
    } catch (error) {
      await release()
      throw error
    }
  } catch (error) {
    await close()
    throw error
  } finally {
    // What cannot be removed grows old, and then it counts no more.
    await unlock().catch(() => {})
  }
}

/** A lock that was left behind while the clock was wrong lies in the future and would never grow old. */
async function dateBack(lock: string): Promise<void> {
  const now = Date.now()
  const left = await stat(lock).catch(() => undefined)
  if (left && left.mtimeMs > now + STALE) await utimes(lock, now / 1000, now / 1000).catch(() => {})
}

/** The inode of the socket in a folder; undefined when there is none. A pipe of Windows is no file. */
async function inodeOf(root: string): Promise<number | undefined> {
  return (await stat(path.join(root, SOCKET)).catch(() => undefined))?.ino
}

/** One line in, one line out. */
async function serve(socket: net.Socket, answer: (request: SpoolRequest) => Promise<unknown>): Promise<void> {
  socket.on('error', () => socket.destroy())
  socket.setTimeout(10_000, () => socket.destroy())
  let text = ''
  try {
    // The other half stays open for the reply.
    for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += chunk
      if (text.length > LONGEST_LINE) throw new Error('The request is too long.')
    }
    if (text === '') return void socket.destroy()
    socket.setTimeout(0)
    reply(socket, { ok: true, result: await answer(JSON.parse(text) as SpoolRequest) })
  } catch (error) {
    reply(socket, { ok: false, error: (error as Error).message })
  }
}

function reply(socket: net.Socket, message: SpoolReply): void {
  if (!socket.destroyed) socket.end(`${JSON.stringify(message)}\n`)
}
