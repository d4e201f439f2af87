import path from 'node:path'
import pc from 'picocolors'
import { shortenPath } from '../diagnostics/display-path.ts'
import { createProgressReporter } from '../diagnostics/progress.ts'
import { loadWithCommit } from '../diff/compare-with-commit.ts'
import { listContentChanges } from '../diff/content-changes.ts'
import { formatContentChange, formatHeadline } from '../diff/formats.ts'
import { getOutputFolders } from '../paths.ts'
import { type ReviewOptions, writeReview } from '../review/review.ts'
import type { BuildCommandOptions } from './build.ts'
import { defaultPaths, parseEdition, printJson } from './options.ts'

export interface BuildReviewOptions extends Omit<BuildCommandOptions, 'draft' | 'best' | 'record'> {
  /** A git revision to compare the content with. */
  changes: string
}

/**
 * `site build --changes <name>`: writes both versions of each page that the changes affect. By default, writes to a
 * subfolder of the output folder.
 * @throws Failure with exit code 1 if the content has errors, 2 if the name or the output folder is invalid, 3 if the
 * earlier content cannot be read or rendered
 */
export async function runBuildReviewCommand(options: BuildReviewOptions): Promise<void> {
  const start = performance.now()
  const out = path.resolve(options.out === defaultPaths.out ? getOutputFolders(options.out).review : options.out)
  const changes = await loadChanges(options)
  const progress = createProgressReporter(options.quiet || options.json)
  progress.show('comparing pages')
  const result = await writeReview({
    ...changes,
    out,
    onProgress: (done, total) => progress.show(`rendering ${done} of ${total} pages`),
  }).finally(() => progress.clear())
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

/** Loads the content before and after the changes. */
async function loadChanges(
  options: BuildReviewOptions,
): Promise<Pick<ReviewOptions, 'before' | 'after' | 'title' | 'changes'>> {
  const { before, after } = await loadWithCommit(options.changes, options.content, parseEdition(options))
  const changes = listContentChanges(before, after).map(formatContentChange)
  return { before, after, title: `Changes since ${options.changes}`, changes }
}
