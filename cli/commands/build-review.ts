import { existsSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { createProgressReporter } from '../diagnostics/progress.ts'
import { suggestCorrection } from '../diagnostics/suggest.ts'
import { loadWithCommit } from '../diff/compare-with-commit.ts'
import { listContentChanges } from '../diff/content-changes.ts'
import { formatContentChange, formatHeadline } from '../diff/formats.ts'
import { readGit } from '../diff/git.ts'
import { createChanges } from '../editor/changes/changes.ts'
import { requireApplicable } from '../editor/changes/effect.ts'
import { getOutputFolders } from '../paths.ts'
import { type ReviewOptions, writeReview } from '../review/review.ts'
import type { BuildCommandOptions } from './build.ts'
import { toFailure } from './changes.ts'
import { defaultPaths, parseEdition, printJson } from './options.ts'

export interface BuildReviewOptions extends Omit<BuildCommandOptions, 'draft' | 'best' | 'record'> {
  /** Name of proposed changes, or a git revision to compare the content with. */
  changes: string
}

type Versions = Pick<ReviewOptions, 'before' | 'after' | 'title' | 'changes'>

/**
 * `site build --changes <name>`: writes both versions of each page that the changes affect. By default, writes to a
 * subfolder of the output folder.
 * @throws Failure with exit code 1 if the content has errors, 2 if the name or the output folder is invalid, 3 if the
 * earlier content cannot be read or rendered
 */
export async function runBuildReviewCommand(options: BuildReviewOptions): Promise<void> {
  const start = performance.now()
  const out = path.resolve(options.out === defaultPaths.out ? getOutputFolders(options.out).review : options.out)
  const progress = createProgressReporter(options.quiet || options.json)
  progress.show('comparing pages')
  const onProgress = (done: number, total: number) => progress.show(`rendering ${done} of ${total} pages`)
  const result = await withChanges(options, (versions) => writeReview({ ...versions, out, onProgress })).finally(() =>
    progress.clear(),
  )
  const seconds = ((performance.now() - start) / 1000).toFixed(2)
  if (options.json) {
    const pages = result.changedPages.map(({ causes, ...page }) => ({
      ...page,
      causes: causes.map(formatContentChange),
    }))
    printJson({ ok: true, folder: out, pages, seconds: Number(seconds) })
  } else if (!options.quiet)
    process.stdout.write(
      `${pc.green('✓')} ${shortenPath(path.join(out, 'index.html'))}: ${formatHeadline(result)} · ${seconds} s\n`,
    )
}

/** Loads the content before and after the changes, and passes it on. */
async function withChanges<T>(options: BuildReviewOptions, use: (versions: Versions) => Promise<T>): Promise<T> {
  const { changes: name, content } = options
  const changes = createChanges(path.resolve(content))
  if (!changes.list().some((set) => set.name === name)) {
    const { before, after } = await loadWithCommit(name, content, parseEdition(options)).catch((error: unknown) => {
      // Rethrows unexpected errors, and errors in the content of an existing commit.
      if (!(error instanceof Failure) || isCommit(content, name)) throw error
      const names = changes.list().map((set) => set.name)
      throw new Failure(
        `There is no proposal or commit named "${name}". ${suggestCorrection(name, names) ?? ''}`.trimEnd(),
        exitCodes.usage,
      )
    })
    const texts = listContentChanges(before, after).map(formatContentChange)
    return use({ before, after, title: `Changes since ${name}`, changes: texts })
  }
  return toFailure(async () => {
    const { title } = changes.summary(name)
    const result = await changes.dryRun(name, parseEdition(options))
    requireApplicable(result, 'Nothing was written.')
    const { descriptions, before, after } = result
    const old = before.content
    const now = after.content
    if (!old || !now)
      throw new Failure('The content has errors. Fix them first; site check lists them.', exitCodes.problems)
    const versions = { before: { ...before, content: old }, after: { ...after, content: now } }
    return use({ ...versions, title, changes: descriptions })
  })
}

function isCommit(folder: string, name: string): boolean {
  if (name.startsWith('-') || !existsSync(folder)) return false
  return readGit(folder, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).stdout !== undefined
}
