import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { Refused } from './refusals.ts'

const run = promisify(execFile)

/** A file that is not as it was last committed. */
export interface ChangedFile {
  /** Relative to the parent of the content folder. */
  file: string
  state: 'added' | 'changed' | 'removed'
  /** Its difference as git tells it; empty for what is no text. */
  diff: string
}

/** What git says of the files of a content folder. It is asked only: nothing is ever committed. @throws Refused without git */
export function createGit(folder: string) {
  const root = path.dirname(folder)
  const name = path.basename(folder)
  const git = async (...words: string[]): Promise<Buffer> => {
    const options = { cwd: root, encoding: 'buffer' as const, maxBuffer: 64 << 20 }
    // No setting of the person at work may change what it prints.
    const { stdout } = await run('git', ['--no-optional-locks', '-c', 'core.quotePath=false', ...words], options).catch(
      (error) => {
        const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
        throw new Refused(
          isMissing ? 'git is not installed.' : 'The content is in no git repository with a commit.',
          409,
        )
      },
    )
    return stdout
  }
  return {
    /** Every file that is not as it was last committed. */
    async changes(): Promise<ChangedFile[]> {
      const prefix = (await git('rev-parse', '--show-prefix')).toString('utf8').trim()
      await git('rev-parse', '--verify', 'HEAD')
      const status = (
        await git('status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all', '--', name)
      ).toString('utf8')
      const found = status
        .split('\0')
        .filter(Boolean)
        .map((line) => ({ mark: line.slice(0, 2), file: line.slice(3 + prefix.length) }))
      return Promise.all(
        found.map(async ({ mark, file }): Promise<ChangedFile> => {
          const isNew = mark === '??' || mark.includes('A')
          const state = isNew ? 'added' : mark.includes('D') ? 'removed' : 'changed'
          const diff = isNew
            ? ''
            : (await git('diff', '--no-color', '--no-ext-diff', 'HEAD', '--', file)).toString('utf8')
          return { file, state, diff: diff.slice(Math.max(0, diff.search(/^@@/m))) }
        }),
      )
    },
    /** The bytes of a file as it was last committed; undefined where it was not there. */
    async committed(file: string): Promise<Buffer | undefined> {
      const known = (await git('ls-tree', '-z', '--name-only', 'HEAD', '--', file)).length > 0
      return known ? git('show', `HEAD:./${file}`) : undefined
    },
  }
}
