import { spawnSync } from 'node:child_process'
import { exit, Failure } from '../diagnostics/failure.ts'

interface GitOptions {
  input?: string
  /** Of git; `GIT_INDEX_FILE` keeps it from the index that people work with. */
  env?: NodeJS.ProcessEnv
}

/** Set in hooks; they would lead to another repository, or to the index of the commit that is being made. */
const OF_HOOKS = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX']
/** Bytes that git may say. */
const MOST = 2 ** 28

/** Programs that a repository may name, which git would run: nobody who asks means to. */
const NO_PROGRAMS = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'protocol.allow=never']

/** As `readGit`, for what is text. */
export function askGit(folder: string, args: readonly string[], options: GitOptions = {}) {
  const { stdout, stderr } = readGit(folder, args, options)
  return { stdout: stdout?.toString('utf8'), stderr }
}

/**
 * Asks git, with the commands of it that change nothing unless they are told to.
 * @returns what it says; undefined where it does not know
 * @throws Failure with exit code 3 where there is no git
 */
export function readGit(folder: string, args: readonly string[], { input = '', env }: GitOptions = {}) {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_HOOKS.includes(name)))
  const quiet = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_LITERAL_PATHSPECS: '1' }
  const ran = spawnSync('git', ['-C', folder, ...NO_PROGRAMS, ...args], {
    ...{ input, maxBuffer: MOST, env: { ...own, ...quiet, ...env } },
  })
  const { status, stdout, stderr, error } = ran
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new Failure(
      'git is not there, which knows the commits. Two builds can be compared without it.',
      exit.cannotRun,
    )
  if (error) throw error
  return { stdout: status === 0 ? stdout : undefined, stderr: stderr.toString('utf8').trim() }
}
