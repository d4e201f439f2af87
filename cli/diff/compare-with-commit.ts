import { existsSync } from 'node:fs'
import path from 'node:path'
import { openCache } from '../cache.mjs'
import { createParseCache } from '../content/parse-cache.ts'
import type { EditionRequest } from '../content/publication.ts'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { formatProblem, formatSummary, pluralize } from '../diagnostics/formats/pretty.ts'
import { checkSaved } from '../engine/load.ts'
import { compareContents } from './compare-contents.ts'
import type { ContentVersion } from './content-changes.ts'
import type { Difference } from './difference.ts'
import { checkOutContent } from './git.ts'

/** Maximum number of errors to list for a commit: a few, because they can no longer be fixed. */
const MAX_ERRORS = 3

/**
 * Renders the current content and the content of a commit, both with the current code, and compares the pages. Writes
 * nothing.
 * @param ref a git revision
 * @throws Failure as `loadWithCommit` does
 */
export async function compareWithCommit(
  ref: string,
  content: string,
  edition: EditionRequest,
  cacheFolder?: string,
): Promise<Difference> {
  const { before, after, commit } = await loadWithCommit(ref, content, edition, cacheFolder)
  return { against: { ref, commit }, ...(await compareContents(before, after)) }
}

/**
 * Loads the content of a commit (`before`) and the current content (`after`).
 * @param ref a git revision
 * @throws Failure with exit code 1 if the current content has errors, 2 if the folder or the commit does not exist, 3 if
 * the content of the commit cannot be read or rendered
 */
export async function loadWithCommit(
  ref: string,
  content: string,
  edition: EditionRequest,
  cacheFolder?: string,
): Promise<{ before: ContentVersion; after: ContentVersion; commit: string }> {
  const start = performance.now()
  const folder = path.resolve(content)
  if (!existsSync(folder)) throw new Failure(`There is no content folder ${shortenPath(folder)}.`, exitCodes.usage)
  const { folder: old, commit } = await checkOutContent(folder, ref, openCache(cacheFolder))
  const now = await checkSaved(folder, { cache: createParseCache(cacheFolder), edition })
  if (!now.content) {
    const { files } = now.parsed
    const texts = new Map(files.map((file) => [file.file, file]))
    for (const problem of now.problems)
      process.stderr.write(`${formatProblem(problem, texts.get(problem.file)?.text, folder)}\n\n`)
    throw new Failure(formatSummary(now.problems, files.length, performance.now() - start), exitCodes.problems)
  }
  const was = await checkSaved(old, { cache: createParseCache(cacheFolder), edition })
  if (!was.content) {
    const errors = was.problems.filter(({ severity }) => severity === 'error')
    const locations = errors
      .slice(0, MAX_ERRORS)
      .map(({ file, line, column, message }) => `\n  ${file}:${line}:${column} ${message}`)
    throw new Failure(
      `The content of ${ref} (${commit.slice(0, 9)}) cannot be rendered: ${pluralize(errors.length, 'error')} under the current rules.${locations.join('')}\nBuild it with the code of that commit, and pass its output folder to site diff.`,
      exitCodes.cannotRun,
    )
  }
  return {
    before: { ...was, content: was.content },
    after: { ...now, content: now.content },
    commit,
  }
}
