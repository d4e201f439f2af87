import { randomBytes } from 'node:crypto'
import { cliRoot } from '../packages.mjs'

/** An error that the user can fix. The command exits with its exit code and prints no stack trace. */
export class Failure extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

export const exitCodes = { problems: 1, usage: 2, cannotRun: 3, bug: 70, interrupted: 130 } as const

/** Descriptions of the system errors that users can fix, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EEXIST: 'a file with this name already exists',
  EIO: 'the disk reported an error',
  EMFILE: 'too many open files; raise the limit with ulimit -n',
  ENFILE: 'too many open files on this machine',
  EISDIR: 'it is a folder, not a file',
  ENOENT: 'it does not exist',
  ENOTEMPTY: 'the folder is not empty',
  EBUSY: 'another program is using it',
  ETXTBSY: 'another program is using it',
  ENAMETOOLONG: 'the name is too long',
  ENOTDIR: 'its parent is a file, not a folder',
  ELOOP: 'its symbolic links form a loop',
}

const VERBS: Readonly<Record<string, string>> = {
  copyfile: 'copy',
  mkdir: 'create',
  mkdtemp: 'create',
  open: 'open',
  read: 'read',
  rename: 'rename',
  rm: 'remove',
  rmdir: 'remove',
  scandir: 'read',
  unlink: 'remove',
  write: 'write',
}

/** Writes an unexpected error to stderr. Returns a sentence for people on other machines, who must not see its details. */
export function reportInternalError(error: unknown): string {
  const reference = randomBytes(4).toString('hex')
  process.stderr.write(`Internal error ${reference}: ${error instanceof Error ? error.stack : error}\n`)
  const reason = toSystemFailure(error) ? `${describeSystemError(error)}.` : 'internal error.'
  return `The request failed: ${reason} The server log contains the details under ${reference}.`
}

/** Returns the reason why a system call failed, in plain words for common errors. */
export function describeSystemError(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return REASONS[code] ?? message
}

/**
 * Returns the failure to report for a system error that the user can fix; undefined for other errors.
 * @param fallback path to report for errors that include no path, such as a full disk
 */
export function toSystemFailure(error: unknown, fallback?: string): Failure | undefined {
  const { code = '', syscall, path = fallback } = error as NodeJS.ErrnoException
  const reason = REASONS[code]
  if (!reason || !syscall) return undefined
  // A missing file of the package is not the user's mistake.
  if (code === 'ENOENT' && (!path || path.startsWith(cliRoot))) return undefined
  if (syscall === 'watch')
    return new Failure(
      `Cannot watch ${path}: the system has reached its limit on watched files. Raise fs.inotify.max_user_watches.`,
      exitCodes.cannotRun,
    )
  return new Failure(`Cannot ${VERBS[syscall] ?? 'access'}${path ? ` ${path}` : ''}: ${reason}.`, exitCodes.cannotRun)
}
