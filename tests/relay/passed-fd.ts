import type net from 'node:net'

/**
 * Script for `sh -c` that runs its arguments as a command and passes it the socket at file descriptor 3, as described
 * in sd_listen_fds(3).
 */
export const PASSED = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'

/** Returns the file descriptor of a socket. Node has no public API for this. */
export function fdOf(socket: net.Server | net.Socket): number {
  return (socket as unknown as { _handle: { fd: number } })._handle.fd
}
