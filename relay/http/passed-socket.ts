import { fstatSync, readFileSync } from 'node:fs'
import { SocketAddress } from 'node:net'
import { endianness } from 'node:os'

/** Address of the relay. `fd` is set if a socket was passed that already listens there. */
export interface Bind {
  host: string
  port: number
  fd?: number
}

/** Formats an address as in a URL. */
export function hostAndPort({ host, port }: Bind): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** First passed file descriptor (sd_listen_fds(3)). */
const FIRST = 3

/**
 * Finds the listening socket that the parent process has passed, as systemd does (sd_listen_fds(3)). While the relay
 * restarts, connections wait in its queue, so none are refused.
 * @param faults receives an error if anything else was passed
 * @returns undefined if none was passed to this process
 */
export function findPassedSocket(variables: NodeJS.ProcessEnv, faults: string[]): Bind | undefined {
  const { LISTEN_FDS, LISTEN_PID } = variables
  // With another process id, the variables were inherited and are not for this process.
  if (LISTEN_FDS === undefined || LISTEN_PID !== String(process.pid)) return undefined
  const address = LISTEN_FDS === '1' ? listeningAddress(FIRST) : undefined
  if (address) return { ...address, fd: FIRST }
  faults.push(
    LISTEN_FDS === '1'
      ? `LISTEN_FDS: file descriptor ${FIRST} is not a listening TCP socket. Set ListenStream=127.0.0.1:8787 in the socket unit, without Accept=yes.`
      : `LISTEN_FDS is ${LISTEN_FDS}, but the relay accepts one socket. Keep one ListenStream= line in the socket unit.`,
  )
  return undefined
}

/** State of a listening socket in the kernel's tables (proc_net_tcp in its documentation). */
const LISTENING = '0A'

/** Reads the address from the kernel, because Node reports it only after `listen`, and the settings depend on it. */
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
    // Closed, or a system without these tables, where sockets cannot be passed.
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
