import { mkdirSync, realpathSync, renameSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { type Cache, hash } from '../cache.mjs'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { findNearestWord } from '../diagnostics/suggest.ts'
import { readGitText } from './git.ts'

/** A content folder as it was at a commit. */
export interface ContentCheckout {
  /** Absolute path; its last segment is the name of the content folder. */
  folder: string
  commit: string
}

/** Mode of a submodule in git's index. */
const SUBMODULE = '160000'

/**
 * Checks out the content folder at a commit into the cache. Uses a separate index, so neither the repository nor the
 * working tree changes.
 * @param content absolute path of the content folder
 * @param ref a git revision: a branch, a tag, `HEAD~3`
 * @throws Failure with exit code 2 if the commit does not exist or lacks the folder, 3 if the folder is not
 * in a repository
 */
export async function checkOutContent(content: string, ref: string, cache: Cache): Promise<ContentCheckout> {
  const { root, inside } = findRepository(content)
  const commit = findCommit(root, ref)
  const tree = ask(root, 'rev-parse', '--verify', '--quiet', `${commit}:${inside}`)
  const [name, where] = [path.basename(content), ref === 'HEAD' ? 'in the last commit' : `at ${ref}`]
  if (!tree) throw new Failure(`${inside} did not exist ${where} (${commit.slice(0, 9)}).`, exitCodes.usage)

  const folder = await cache.folder('checkouts', hash(name, tree), async (target) => {
    mkdirSync(target)
    const env = { GIT_INDEX_FILE: path.join(target, 'index') }
    const worktree = path.join(target, 'whole')
    const git = (args: readonly string[], input?: string) => {
      const { stdout, stderr } = readGitText(root, args, { env, ...(input !== undefined && { input }) })
      if (stdout === undefined) throw new Failure(`git cannot read ${ref}: ${stderr}`, exitCodes.cannotRun)
      return stdout
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
  return readGitText(folder, args).stdout?.trim()
}

/**
 * Returns the repository that contains a folder, and the folder's path in it with forward slashes; the path is empty
 * for the root.
 */
function findRepository(folder: string): { root: string; inside: string } {
  const { stdout, stderr } = readGitText(realpathSync(folder), ['rev-parse', '--show-toplevel', '--show-prefix'])
  const [root, inside = ''] = stdout?.split('\n') ?? []
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
