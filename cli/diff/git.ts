import { spawnSync } from 'node:child_process'
import { exitCodes, Failure } from '../diagnostics/failure.ts'

interface GitOptions {
  input?: string
  /** Environment variables for git. `GIT_INDEX_FILE` selects a separate index. */
  env?: NodeJS.ProcessEnv
}

/** Variables that git sets in hooks. They point to another repository, or to the index of the commit in progress. */
const HOOK_VARIABLES = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX']
/** Maximum size of git's output in bytes. */
const MAX_OUTPUT = 2 ** 28

/** Options that prevent git from running programs configured in the repository. */
const NO_PROGRAMS = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'protocol.allow=never']

/** Like `readGit`, but returns text. */
export function readGitText(folder: string, args: readonly string[], options: GitOptions = {}) {
  const { stdout, stderr } = readGit(folder, args, options)
  return { stdout: stdout?.toString('utf8'), stderr }
}

/**
 * Runs a read-only git command.
 * @returns the output; `stdout` is undefined if git fails
 * @throws Failure with exit code 3 if git is not installed
 */
export function readGit(folder: string, args: readonly string[], { input = '', env }: GitOptions = {}) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !HOOK_VARIABLES.includes(name)))
  const quiet = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_LITERAL_PATHSPECS: '1' }
  const result = spawnSync('git', ['-C', folder, ...NO_PROGRAMS, ...args], {
    ...{ input, maxBuffer: MAX_OUTPUT, env: { ...inherited, ...quiet, ...env } },
  })
  const { status, stdout, stderr, error } = result
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new Failure(
      'git is not installed. To compare two builds instead, run site diff <output folder>.',
      exitCodes.cannotRun,
    )
  if (error) throw error
  return { stdout: status === 0 ? stdout : undefined, stderr: stderr.toString('utf8').trim() }
}
