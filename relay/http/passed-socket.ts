import { fstatSync, readFileSync } from 'node:fs'
import { SocketAddress } from 'node:net'
import { endianness } from 'node:os'

/** Where a relay listens; `fd` is that of a socket which listens there already. */
export interface Bind {
  host: string
  port: number
  fd?: number
}

/** An address as it stands in a URL. */
export function hostAndPort({ host, port }: Bind): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The first file descriptor that is passed; sd_listen_fds(3) says so. */
const FIRST = 3

/**
 * The listening socket that whoever started this process has passed to it, as systemd does (sd_listen_fds(3)). While
 * the relay restarts, visitors wait in that socket and nobody is refused.
 * @param faults is told when what was passed is something else
 * @returns undefined when none was passed to this process
 */
export function findPassedSocket(variables: NodeJS.ProcessEnv, faults: string[]): Bind | undefined {
  const { LISTEN_FDS, LISTEN_PID } = variables
  // For another process: one that started this one may have left them in the environment.
  if (LISTEN_FDS === undefined || LISTEN_PID !== String(process.pid)) return undefined
  const address = LISTEN_FDS === '1' ? listeningAddress(FIRST) : undefined
  if (address) return { ...address, fd: FIRST }
  faults.push(
    LISTEN_FDS === '1'
      ? `LISTEN_FDS: file descriptor ${FIRST} is no TCP socket that listens; the unit says ListenStream=127.0.0.1:8787 and not Accept=yes.`
      : `LISTEN_FDS is ${LISTEN_FDS}: the relay takes one socket; the unit has one line ListenStream=.`,
  )
  return undefined
}

/** In the tables of the kernel (proc_net_tcp in its documentation). */
const LISTENS = '0A'

/** Node tells the address of a socket only once it accepts from it, and how to read the settings depends on it. */
function listeningAddress(fd: number): { host: string; port: number } | undefined {
  try {
    const { ino } = fstatSync(fd)
    for (const family of ['ipv4', 'ipv6'] as const) {
      const rows = readFileSync(`/proc/self/net/${family === 'ipv4' ? 'tcp' : 'tcp6'}`, 'utf8').split('\n')
      const row = rows.map((line) => line.trim().split(/\s+/)).find((cells) => cells[9] === String(ino))
      const [bytes, port] = row?.[3] === LISTENS ? (row[1] ?? '').split(':') : []
      if (bytes && port) return { host: hostOf(bytes, family), port: Number.parseInt(port, 16) }
    }
  } catch {
    // Closed, or a system without these tables: neither has a socket to pass.
  }
  return undefined
}

/** An address as the kernel prints it: words of four bytes, each in the order of this machine. */
function hostOf(hex: string, family: 'ipv4' | 'ipv6'): string {
  const bytes = Buffer.from(hex, 'hex')
  if (endianness() === 'LE') bytes.swap32()
  const text = family === 'ipv4' ? bytes.join('.') : (bytes.toString('hex').match(/.{4}/g) as string[]).join(':')
  return new SocketAddress({ address: text, family }).address
}
