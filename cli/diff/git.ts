import { spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, renameSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { type Cache, hash } from '../cache.mjs'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { findNearestWord } from '../diagnostics/suggest.ts'

/** Mode of a submodule in git's index. */
const SUBMODULE = '160000'

/**
 * Checks out the content folder at a commit into the cache. Uses a separate index, so neither the repository nor the
 * working tree changes.
 * @param content absolute path of the content folder
 * @param ref a git revision: a branch, a tag, `HEAD~3`
 * @returns the absolute path of the copy, which has the same folder name, and the commit
 * @throws Failure with exit code 2 if the commit does not exist or lacks the folder, 3 if the folder is not
 * in a repository
 */
export async function checkOutContent(content: string, ref: string, cache: Cache) {
  const { root, inside } = findRepository(content)
  const commit = findCommit(root, ref)
  const tree = ask(root, 'rev-parse', '--verify', '--quiet', `${commit}:${inside}`)
  const name = path.basename(content)
  const where = ref === 'HEAD' ? 'in the last commit' : `at ${ref}`
  if (!tree) throw new Failure(`${inside} did not exist ${where} (${commit.slice(0, 9)}).`, exitCodes.usage)

  const folder = await cache.folder('checkouts', hash(name, tree), async (target) => {
    mkdirSync(target)
    const env = { GIT_INDEX_FILE: path.join(target, 'index') }
    const worktree = path.join(target, 'whole')
    const git = (args: readonly string[], input = '') => {
      const { stdout, stderr } = readGit(root, args, { env, input })
      if (stdout === undefined) throw new Failure(`git cannot read ${ref}: ${stderr}`, exitCodes.cannotRun)
      return stdout.toString('utf8')
    }
    git(['read-tree', commit])
    const files = git(['ls-files', '-z', '--stage', '--', inside || '.'])
      .split('\0')
      .filter(Boolean)
    const nested = files.find((file) => file.startsWith(SUBMODULE))
    if (nested)
      throw new Failure(
        `${nameOf(nested)} is a submodule ${where}: its files are in another repository.`,
        exitCodes.cannotRun,
      )
    git(['checkout-index', '-z', '--stdin', `--prefix=${worktree}/`], files.map((file) => `${nameOf(file)}\0`).join(''))
    renameSync(path.join(worktree, inside), path.join(target, name))
    rmSync(env.GIT_INDEX_FILE)
  })
  // Mark the folder as recently used, because the cache removes the oldest folders.
  utimesSync(folder, new Date(), new Date())
  return { folder: path.join(folder, name), commit }
}

/** Returns the path in a line of `git ls-files`, such as `100644 8f2e1c… 0	content/site.yaml`. */
function nameOf(line: string): string {
  return line.slice(line.indexOf('\t') + 1)
}

function ask(folder: string, ...args: string[]): string | undefined {
  return readGit(folder, args).stdout?.toString('utf8').trim()
}

/**
 * Returns the repository that contains a folder, and the folder's path in it with forward slashes; the path is empty
 * for the root.
 */
function findRepository(folder: string): { root: string; inside: string } {
  const { stdout, stderr } = readGit(realpathSync(folder), ['rev-parse', '--show-toplevel', '--show-prefix'])
  const [root, inside = ''] = stdout?.toString('utf8').split('\n') ?? []
  if (root) return { root, inside: inside.replace(/\/$/, '') }
  const reason = stderr.includes('not a git repository')
    ? `${folder} is not in a git repository`
    : `git failed: ${stderr}`
  throw new Failure(`${reason}. To compare two builds instead, run site diff <output folder>.`, exitCodes.cannotRun)
}

function findCommit(root: string, ref: string): string {
  const commit = ref.startsWith('-') ? undefined : ask(root, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
  if (commit) return commit
  if (ref === 'HEAD') throw new Failure('The repository has no commits yet.', exitCodes.usage)
  const names = ask(root, 'for-each-ref', '--format=%(refname:short)')?.split('\n') ?? []
  const suggestion = names.find((name) => name.endsWith(`/${ref}`)) ?? findNearestWord(ref, names)
  const isShallow = ask(root, 'rev-parse', '--is-shallow-repository') === 'true'
  const help = isShallow
    ? 'This repository is a shallow clone. Run git fetch --unshallow, or set fetch-depth: 0 in the workflow.'
    : suggestion
      ? `Did you mean ${suggestion}?`
      : 'To list commits and branches, run git log --oneline and git branch --all.'
  throw new Failure(`"${ref}" is neither a commit nor a folder that contains a build. ${help}`, exitCodes.usage)
}

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

/** Returns arguments and an environment with which git asks nothing and runs no programs configured in the repository. */
export function prepareGit(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !HOOK_VARIABLES.includes(name)))
  const quiet = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_LITERAL_PATHSPECS: '1' }
  return { args: ['-C', folder, ...NO_PROGRAMS, ...args], env: { ...inherited, ...quiet, ...env } }
}

/**
 * Runs a read-only git command.
 * @returns the output; `stdout` is undefined if git fails
 * @throws Failure with exit code 3 if git is not installed
 */
export function readGit(folder: string, args: readonly string[], { input = '', env }: GitOptions = {}) {
  const prepared = prepareGit(folder, args, env)
  const options = { input, maxBuffer: MAX_OUTPUT, env: prepared.env }
  const { status, stdout, stderr, error } = spawnSync('git', prepared.args, options)
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new Failure(
      'git is not installed. To compare two builds instead, run site diff <output folder>.',
      exitCodes.cannotRun,
    )
  if (error) throw error
  return { stdout: status === 0 ? stdout : undefined, stderr: stderr.toString('utf8').trim() }
}
