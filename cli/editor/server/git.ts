import path from 'node:path'
import { Failure } from '../../diagnostics/failure.ts'
import { compareWithCommit } from '../../diff/compare-with-commit.ts'
import { readGit } from '../../diff/git.ts'
import { isContentPath } from '../files/content-store.ts'
import { HttpError } from '../files/http-errors.ts'

export interface ChangedFile {
  /** Path relative to the parent of the content folder. */
  file: string
  state: 'added' | 'changed' | 'removed'
  /** Diff of the file; empty for new and binary files. */
  diff: string
}

/**
 * Reads the git state of a content folder. Never commits, and never runs filter programs that the repository
 * configures.
 * @throws HttpError if git is not installed or there is no repository
 */
export function createGitReader(folder: string) {
  const root = path.dirname(folder)
  const git = (...args: string[]): Buffer => {
    const { stdout, stderr } = runGit(root, [...listFilterOptions(root), ...args])
    if (!stdout) throw new HttpError(`git failed: ${stderr || 'the content is not in a repository'}.`, 409)
    return stdout
  }
  return {
    /** Lists the files that differ from the last commit; null if there is no commit yet, or no repository. */
    changes(): ChangedFile[] | null {
      if (!hasCommit(root)) return null
      const prefix = git('rev-parse', '--show-prefix').toString('utf8').trim()
      const scope = ['--ignore-submodules=all', '--no-renames']
      const listing = ['--porcelain=v1', '-z', '--untracked-files=all']
      const status = git('status', ...listing, ...scope, '--', path.basename(folder)).toString('utf8')
      const found = status
        .split('\0')
        .map((line) => ({ mark: line.slice(0, 2), file: line.slice(3 + prefix.length) }))
        .filter(({ file }) => isContentPath(file))
      const known = found.filter(({ mark }) => !isNew(mark)).map(({ file }) => file)
      const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--relative', '--no-prefix', '-U3']
      const diffs = known.length === 0 ? '' : git('diff', ...plain, ...scope, 'HEAD', '--', ...known).toString('utf8')
      const pieces = diffs.split(/^(?=diff --git )/m)
      return found.map(({ mark, file }) => {
        const diff = pieces.find((piece) => piece.startsWith(`diff --git ${file} ${file}\n`)) ?? ''
        const state = isNew(mark) ? 'added' : mark.includes('D') ? 'removed' : 'changed'
        return { file, state, diff: diff.slice(Math.max(0, diff.search(/^@@/m))) }
      })
    },
    /** Returns a file's content in the last commit; undefined if the commit does not contain the file. */
    committed(file: string): Buffer | undefined {
      const isCommitted = git('ls-tree', '-z', '--name-only', 'HEAD', '--', file).length > 0
      return isCommitted ? git('cat-file', 'blob', `HEAD:./${file}`) : undefined
    },
  }
}

const isNew = (mark: string) => mark === '??' || mark.includes('A')

/** Reports whether the folder is in a repository with a commit. If git fails for another reason, a later call reports it. */
function hasCommit(root: string): boolean {
  const { stdout, stderr } = runGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD'])
  return stdout !== undefined || (stderr !== '' && !stderr.includes('not a git repository'))
}

/** Lists options that prevent git from running filter programs that the repository configures. */
export function listFilterOptions(root: string): string[] {
  const settings = ['clean=', 'smudge=', 'process=', 'required=false']
  return listFilterPrograms(root).flatMap((name) => settings.flatMap((setting) => ['-c', `filter.${name}.${setting}`]))
}

/** Lists the filter programs that the repository configures. Excludes those in the user's own configuration. */
function listFilterPrograms(root: string): string[] {
  const { stdout } = runGit(root, ['config', '-z', '--show-scope', '--name-only', '--get-regexp', '^filter\\.'])
  const [...settings] = (stdout?.toString('utf8') ?? '').matchAll(/\b(\w+)\0filter\.([^\0]*)\.\w+\0/g)
  const own = settings.filter(([, scope]) => scope === 'local' || scope === 'worktree')
  return [...new Set(own.map(([, , name = '']) => name))]
}

/** Maps each changed content file to the addresses of the pages that it affects. */
export type AffectedPages = Record<string, string[]>

/**
 * Lists affected pages, including draft pages, because the editor shows drafts.
 * @throws HttpError if git fails or is missing
 */
export async function listAffectedPages(folder: string): Promise<AffectedPages> {
  const [filter] = listFilterPrograms(path.dirname(folder))
  if (filter) throw new HttpError(`Cannot compare: the repository makes git run a program (filter.${filter}).`, 409)
  const { changedPages } = await compareWithCommit('HEAD', folder, { today: new Date(), drafts: true }).catch(
    (error: unknown) => {
      throw error instanceof Failure ? new HttpError(error.message, 409) : error
    },
  )
  const affected: AffectedPages = {}
  for (const { page, causes } of changedPages)
    for (const file of new Set(causes.map((cause) => cause.file))) affected[file] = [...(affected[file] ?? []), page]
  return affected
}

function runGit(root: string, args: readonly string[]) {
  try {
    return readGit(root, args)
  } catch (error) {
    throw error instanceof Failure ? new HttpError('git is not installed.', 409) : error
  }
}
