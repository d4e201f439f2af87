import { exit, Failure } from './failure.ts'

/** Errors of the operating system that a person can fix, by code. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file is in its place',
  EIO: 'the disk reports an error',
  EMFILE: 'too many open files; raise the limit with ulimit -n',
  ENFILE: 'too many open files on this machine',
  ENAMETOOLONG: 'the name is too long',
  ENOTDIR: 'its folder is a file',
  ELOOP: 'its links form a loop',
}

/** Verbs for system calls. */
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

/** Returns why the system refused something, in words where the error is a common one. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return REASONS[code] ?? message
}

/**
 * Returns the failure to report for an error of the operating system that a person can fix; undefined for any other.
 * @param place what was being written, for errors that do not have a path: when a disk is full, Node gives none
 */
export function systemFailure(error: unknown, place?: string): Failure | undefined {
  const { code = '', syscall, path = place } = error as NodeJS.ErrnoException
  const reason = REASONS[code]
  if (!reason || !syscall) return undefined
  if (syscall === 'watch')
    return new Failure(
      `Cannot watch ${path}: the system watches too many files. Raise fs.inotify.max_user_watches.`,
      exit.cannotRun,
    )
  return new Failure(`Cannot ${VERBS[syscall] ?? 'access'}${path ? ` ${path}` : ''}: ${reason}.`, exit.cannotRun)
}
