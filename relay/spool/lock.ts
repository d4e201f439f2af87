import { chmod, rm, stat, utimes } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import lockfile from 'proper-lockfile'
import {
  connectToRelay,
  MAX_LINE_LENGTH,
  resolveSocketAddress,
  SOCKET_FILE,
  type SpoolReply,
  type SpoolRequest,
} from './relay-socket.ts'

/** Milliseconds after which `opening.lock` is considered stale. */
const STALE = 5000

/** Thrown if another process has the spool open. */
class SpoolInUse extends Error {
  override name = 'SpoolInUse'
  constructor(folder: string) {
    super(
      `The spool ${folder} is in use by another relay. Stop that relay first, or set RELAY_SPOOL to another folder.`,
    )
  }
}

/**
 * Makes this process the only writer of a spool. The lock is a listening socket in the folder, which the kernel closes
 * when the process ends. The socket also accepts operators' requests, so that the spool's owner carries them out.
 * @param lost a lock held by this process whose socket was removed from the folder
 * @throws SpoolInUse if another process holds the lock
 */
export async function lockSpool(
  root: string,
  handleRequest: (request: SpoolRequest) => Promise<unknown>,
  lost?: { release(): Promise<void> },
) {
  const { address, close } = await resolveSocketAddress(root)
  // Prevents two processes from replacing the same dead socket.
  const opening = path.join(root, 'opening.lock')
  await resetFutureTime(opening)
  const unlock = await lockfile.lock(root, {
    lockfilePath: opening,
    stale: STALE,
    retries: { retries: 100, minTimeout: 50, maxTimeout: 200 },
  })
  try {
    const owner = await connectToRelay(root)
    owner?.destroy()
    if (owner) throw new SpoolInUse(path.resolve(root))
    // Closes the old server before the new one listens, because closing it removes any socket at this path.
    await lost?.release()
    if (process.platform !== 'win32') await rm(address, { force: true })
    const sockets = new Set<net.Socket>()
    const server = net.createServer({ allowHalfOpen: true }, (socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)))
      void serve(socket, handleRequest)
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
        /**
         * Reports whether the socket in the folder still belongs to this lock. While the socket is open, no other file
         * can have its inode.
         */
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
    // Ignores the error, because a lock file that cannot be removed eventually becomes stale.
    await unlock().catch(() => {})
  }
}

/** Resets the time of a lock file to now if it is in the future. Otherwise the file would not become stale. */
async function resetFutureTime(lock: string): Promise<void> {
  const now = Date.now()
  const stats = await stat(lock).catch(() => undefined)
  if (stats && stats.mtimeMs > now + STALE) await utimes(lock, now / 1000, now / 1000).catch(() => {})
}

/** Returns the inode of the socket in a folder; undefined if there is none, as on Windows, which uses a pipe. */
async function inodeOf(root: string): Promise<number | undefined> {
  return (await stat(path.join(root, SOCKET_FILE)).catch(() => undefined))?.ino
}

/** Reads one request line and replies with one line. */
async function serve(socket: net.Socket, handleRequest: (request: SpoolRequest) => Promise<unknown>): Promise<void> {
  socket.on('error', () => socket.destroy())
  socket.setTimeout(10_000, () => socket.destroy())
  let text = ''
  try {
    // The writable half stays open for the reply.
    for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += chunk
      if (text.length > MAX_LINE_LENGTH) throw new Error('The request is too long.')
    }
    if (text === '') return void socket.destroy()
    socket.setTimeout(0)
    reply(socket, { ok: true, result: await handleRequest(JSON.parse(text) as SpoolRequest) })
  } catch (error) {
    reply(socket, { ok: false, error: (error as Error).message })
  }
}

function reply(socket: net.Socket, message: SpoolReply): void {
  if (!socket.destroyed) socket.end(`${JSON.stringify(message)}\n`)
}
