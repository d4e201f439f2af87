import type net from 'node:net'

/** For `sh -c`: runs its arguments as a starter of sd_listen_fds(3) does, whose socket is file descriptor 3. */
export const PASSED = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'

/** The file descriptor of a socket, which Node has no public name for. */
export function fdOf(socket: net.Server | net.Socket): number {
  return (socket as unknown as { _handle: { fd: number } })._handle.fd
}
