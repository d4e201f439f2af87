import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import type { LeadOutcome } from '../store/store.ts'

/** An operator's request to the relay that has the spool open. */
export type SpoolRequest =
  | { do: 'retry'; id: string; target?: string }
  | { do: 'abandon'; id: string; target: string }
  | { do: 'release' | 'drop'; id: string }
  | { do: 'outcome'; id: string; outcome: LeadOutcome; targets: readonly string[] }
  | { do: 'erase'; ids: readonly string[] }
  | { do: 'verify' }

export type SpoolReply = { ok: true; result?: unknown } | { ok: false; error: string }

/** File name of the socket in a spool. */
export const SOCKET_FILE = 'relay.sock'

/** Longest line that either side accepts, in characters. */
export const MAX_LINE_LENGTH = 100_000

/** Connects to the relay that has a spool open. Returns undefined if no relay is running. */
export async function connectToRelay(root: string): Promise<net.Socket | undefined> {
  const { address, close } = await resolveSocketAddress(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return { address: undefined, close: async () => {} }
    throw error
  })
  if (address === undefined) return undefined
  try {
    return await new Promise<net.Socket | undefined>((resolve, reject) => {
      const socket = net.connect(address)
      socket.once('connect', () => resolve(socket))
      // ECONNREFUSED: a killed process left the socket behind. Other errors do not prove that no relay runs.
      socket.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? resolve(undefined) : reject(error),
      )
    })
  } finally {
    await close()
  }
}

/**
 * Sends a request to the relay that has the spool open. Returns undefined if no relay is running.
 * @throws Error if the relay does not reply or rejects the request, in which case the error has the relay's message
 */
export async function sendRelayRequest(root: string, request: SpoolRequest): Promise<{ result: unknown } | undefined> {
  const socket = await connectToRelay(root)
  if (!socket) return undefined
  socket.end(`${JSON.stringify(request)}\n`)
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk
  if (!text.endsWith('\n')) throw new Error('The relay did not respond.')
  const reply = JSON.parse(text) as SpoolReply
  if (!reply.ok) throw new Error(reply.error)
  return { result: reply.result }
}

/** Longest path of a Unix socket that all systems support, in bytes. */
const MAX_PATH_BYTES = 100

/**
 * Returns the address of a spool's socket. If the path is too long for a socket, the address refers to the folder
 * through an open file descriptor (Linux only), which `close` closes.
 */
export async function resolveSocketAddress(root: string): Promise<{ address: string; close(): Promise<void> }> {
  const plain = path.join(path.resolve(root), SOCKET_FILE)
  const noop = async (): Promise<void> => {}
  if (process.platform === 'win32') {
    const name = hash('sha256', plain.toLowerCase()).slice(0, 32)
    return { address: `\\\\.\\pipe\\relay-${name}`, close: noop }
  }
  if (Buffer.byteLength(plain) <= MAX_PATH_BYTES) return { address: plain, close: noop }
  if (process.platform !== 'linux')
    throw new Error(
      `The path of the spool is too long: ${path.resolve(root)}. Use a path of at most ${MAX_PATH_BYTES - 11} bytes.`,
    )
  const folder = await open(path.dirname(plain), 'r')
  return { address: `/proc/self/fd/${folder.fd}/${SOCKET_FILE}`, close: () => folder.close() }
}
