import { execFile } from 'node:child_process'
import { existsSync, realpathSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { toInnerPath } from '../../content/content-files.ts'
import { prepareGit } from '../../diff/git.ts'
import type { FileWrite } from '../../editor/files/content-store.ts'
import { HttpError } from '../../editor/files/http-errors.ts'
import { listFilterOptions } from '../../editor/server/git.ts'

/** Milliseconds that fetching or pushing may take. */
const NETWORK_TIMEOUT = 120_000
const REMOTES = ['file', 'ssh', 'http', 'https'].flatMap((name) => ['-c', `protocol.${name}.allow=always`])
const NO_UPKEEP = ['-c', 'gc.auto=0', '-c', 'maintenance.auto=false']

/** A name and an email address, as in a commit. */
export interface Identity {
  name: string
  email: string
}

interface NewCommit {
  files: readonly FileWrite[]
  message: string
  author: Identity
  committer: Identity
}

/** Thrown if the remote repository refuses a commit. */
export class PushRejectedError extends HttpError {
  constructor(
    reason: string,
    /** Whether somebody else has pushed in the meantime. */
    readonly isOutdated: boolean,
  ) {
    super(`The push was rejected: ${reason}`, 409)
  }
}

/**
 * Opens the git repository that contains a content folder; undefined if there is none. Runs neither hooks nor filters
 * that the repository configures. Leaves other staged and unstaged changes untouched.
 * @throws HttpError if git is not installed or refuses to work in the repository
 */
export async function openRepository(content: string) {
  const real = realpathSync(content)
  if (!isInRepository(real)) return undefined
  const options = [...listFilterOptions(real), ...NO_UPKEEP]
  const find = ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--show-prefix']
  const [root = '', gitFolder = '', prefix = ''] = (await run(real, find)).split('\n')
  const git = (args: readonly string[], more?: GitOptions) => run(root, [...options, ...args], more)
  const gitRemote = (...args: string[]) => git([...REMOTES, ...args], { timeout: NETWORK_TIMEOUT })
  const head = () =>
    git(['rev-parse', '--verify', 'HEAD^{commit}']).catch(() => {
      throw new HttpError('The repository has no commits yet. Commit the content on the server first.', 409)
    })
  const includes = (later: string, commit: string) =>
    git(['merge-base', '--is-ancestor', commit, later]).then(
      () => true,
      () => false,
    )
  const fetch = (remote: string) => gitRemote('fetch', '--no-tags', '--no-recurse-submodules', remote)
  async function findUpstream() {
    await head()
    const branch = await git(['symbolic-ref', 'HEAD']).catch(() => {
      throw new HttpError('The repository is not on a branch (detached HEAD). Run git switch on the server.', 409)
    })
    const format = '--format=%(upstream)%00%(upstream:remotename)%00%(upstream:remoteref)'
    const [ref, remote, remoteRef] = (await git(['for-each-ref', format, branch])).split('\0')
    return ref && remote && remoteRef ? { ref, remote, remoteRef } : undefined
  }
  /** Returns the path of a content file in the repository. Resolves links, because their targets are written. */
  function toRepositoryPath({ file }: FileWrite): string {
    const place = path.join(real, toInnerPath(file))
    return existsSync(place) ? path.relative(root, realpathSync(place)) : prefix + toInnerPath(file)
  }

  return {
    /** Finds the branch of the remote repository; undefined if the current branch has no upstream. */
    findUpstream,
    /**
     * Fetches the commits of the remote repository.
     * @returns the commit to pass to `advance`: the latest one, or HEAD if there is nothing new; undefined if the
     * branch has no upstream
     */
    async fetch(): Promise<string | undefined> {
      const upstream = await findUpstream()
      if (!upstream) return undefined
      await fetch(upstream.remote)
      return (await includes('HEAD', upstream.ref)) ? 'HEAD' : upstream.ref
    },
    /** Moves the branch and the files forward to a commit. @throws HttpError if local changes would be overwritten */
    advance: (commit: string) => git(['merge', '--ff-only', '--no-autostash', '--no-stat', commit]),
    /** Adds a commit to the branch and the index after its files have been written. Can be repeated. */
    async addCommit(commit: string, files: readonly FileWrite[]): Promise<void> {
      if (!(await includes('HEAD', commit))) await git(['update-ref', '-m', 'studio', 'HEAD', commit, `${commit}^`])
      await git(['reset', '--quiet', '--', ...files.map(toRepositoryPath)])
    },
    /** @throws HttpError with the names of files that have local changes */
    async requireCommitted(files: readonly FileWrite[]): Promise<void> {
      if (files.length === 0) return
      const listing = ['--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all']
      const changed = await git(['status', ...listing, '--', ...files.map(toRepositoryPath)])
      const names = changed.split('\0').flatMap((line) => line.slice(3) || [])
      if (changed)
        throw new HttpError(`The server has uncommitted changes in ${names.join(', ')}. Commit them there.`, 409)
    },
    /** Creates a commit that no branch contains yet. */
    async createCommit({ files, message, author, committer }: NewCommit): Promise<string> {
      const parent = await head()
      const index = path.join(gitFolder, 'northshelf-index')
      const gitInIndex = (args: string[], input = '') => git(args, { input, env: { GIT_INDEX_FILE: index } })
      rmSync(`${index}.lock`, { force: true })
      await gitInIndex(['read-tree', parent])
      const entries = files.map(async (write) => {
        const name = toRepositoryPath(write)
        if (!write.after) return `0 ${'0'.repeat(parent.length)}\t${name}\0`
        const blob = await git(['hash-object', '-w', '--stdin', '--path', name], { input: write.after })
        const mode = statSync(path.join(root, name), { throwIfNoEntry: false })?.mode ?? 0
        return `${mode & 0o100 ? '100755' : '100644'} ${blob}\t${name}\0`
      })
      await gitInIndex(['update-index', '--add', '-z', '--index-info'], (await Promise.all(entries)).join(''))
      const tree = await gitInIndex(['write-tree'])
      const env = {
        ...{ GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email },
        ...{ GIT_COMMITTER_NAME: committer.name, GIT_COMMITTER_EMAIL: committer.email },
      }
      return git(['commit-tree', tree, '-p', parent], { input: message, env })
    },
    /**
     * Pushes a commit, unless the remote repository contains it.
     * @returns false if the branch has no upstream
     * @throws PushRejectedError
     */
    async push(commit: string): Promise<boolean> {
      const upstream = await findUpstream()
      if (!upstream) return false
      const { ref, remote, remoteRef } = upstream
      await gitRemote('push', '--porcelain', '--no-verify', remote, `${commit}:${remoteRef}`).catch(async (error) => {
        await fetch(remote)
        if (await includes(ref, commit)) return
        const reason = /\t(\[(?:remote )?rejected\].*)/.exec(error.output)?.[1]
        throw reason ? new PushRejectedError(reason, reason.startsWith('[rejected]')) : error
      })
      return true
    },
  }
}
export type Repository = NonNullable<Awaited<ReturnType<typeof openRepository>>>

function isInRepository(folder: string): boolean {
  if (existsSync(path.join(folder, '.git'))) return true
  return path.dirname(folder) !== folder && isInRepository(path.dirname(folder))
}

interface GitOptions {
  input?: string | Buffer
  env?: NodeJS.ProcessEnv
  timeout?: number
}

class GitError extends HttpError {
  /** What git wrote to stdout. */
  output = ''
}

/** Runs git and returns its output without the last line break. @throws GitError */
function run(folder: string, args: readonly string[], { input = '', env = {}, timeout = 0 }: GitOptions = {}) {
  const prepared = prepareGit(folder, args, env)
  return new Promise<string>((resolve, reject) => {
    const child = execFile(
      'git',
      prepared.args,
      { env: prepared.env, timeout, maxBuffer: 2 ** 28 },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout.replace(/\n$/, ''))
        const reason = error.killed ? 'no answer within two minutes' : stderr.trim() || error.message
        // Messages about remote repositories may contain a password.
        const failure = new GitError(`git failed: ${reason.replace(/\/\/[^@\s/]*@/g, '//')}`, 409)
        reject(Object.assign(failure, { output: stdout }))
      },
    )
    child.stdin?.on('error', () => {}).end(input)
  })
}
