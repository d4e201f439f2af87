import { fstatSync, readFileSync } from 'node:fs'
import { SocketAddress } from 'node:net'
import { endianness } from 'node:os'

/** Address at which the relay listens. `fd` is set if the parent process passed a socket that already listens there. */
export interface ListenAddress {
  host: string
  port: number
  fd?: number
}

/** Formats an address for a URL, with brackets around an IPv6 address. */
export function formatHostPort({ host, port }: ListenAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** First file descriptor that systemd passes (sd_listen_fds(3)). */
const FIRST = 3

/**
 * Returns the listening socket that the parent process, such as systemd, has passed (sd_listen_fds(3)). While the relay
 * restarts, connections wait in the socket's queue, so none are refused.
 * @param problems receives an error if the parent passed anything other than one listening socket
 * @returns undefined if no socket was passed to this process
 */
export function findInheritedSocket(variables: NodeJS.ProcessEnv, problems: string[]): ListenAddress | undefined {
  const { LISTEN_FDS, LISTEN_PID } = variables
  // A different process id means that this process inherited variables meant for another process.
  if (LISTEN_FDS === undefined || LISTEN_PID !== String(process.pid)) return undefined
  const address = LISTEN_FDS === '1' ? listeningAddress(FIRST) : undefined
  if (address) return { ...address, fd: FIRST }
  problems.push(
    LISTEN_FDS === '1'
      ? `LISTEN_FDS: file descriptor ${FIRST} is not a listening TCP socket. Set ListenStream=127.0.0.1:8787 in the socket unit, without Accept=yes.`
      : `LISTEN_FDS is ${LISTEN_FDS}, but the relay accepts one socket. Keep one ListenStream= line in the socket unit.`,
  )
  return undefined
}

/** Code for a listening socket in /proc/net/tcp (see proc_net_tcp in the kernel's documentation). */
const LISTENING = '0A'

/** Reads a socket's address from the kernel. Node reports it only after `listen`, but the settings need it earlier. */
function listeningAddress(fd: number): { host: string; port: number } | undefined {
  try {
    const { ino } = fstatSync(fd)
    for (const family of ['ipv4', 'ipv6'] as const) {
      const rows = readFileSync(`/proc/self/net/${family === 'ipv4' ? 'tcp' : 'tcp6'}`, 'utf8').split('\n')
      const row = rows.map((line) => line.trim().split(/\s+/)).find((cells) => cells[9] === String(ino))
      const [bytes, port] = row?.[3] === LISTENING ? (row[1] ?? '').split(':') : []
      if (bytes && port) return { host: hostOf(bytes, family), port: Number.parseInt(port, 16) }
    }
  } catch {
    // The descriptor is closed, or the system has no `/proc/self/net` and thus does not support passing sockets.
  }
  return undefined
}

/** Parses an address as the kernel prints it: four-byte words in the byte order of this machine. */
function hostOf(hex: string, family: 'ipv4' | 'ipv6'): string {
  const bytes = Buffer.from(hex, 'hex')
  if (endianness() === 'LE') bytes.swap32()
  const text = family === 'ipv4' ? bytes.join('.') : (bytes.toString('hex').match(/.{4}/g) as string[]).join(':')
  return new SocketAddress({ address: text, family }).address
}
