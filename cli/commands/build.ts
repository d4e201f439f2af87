import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import { getDayInZone } from '@northshelf/site/entries/time-zone.ts'
import pc from 'picocolors'
import { type BuildResult, buildSite, UnpublishableError } from '../build/build.ts'
import { checkOutputFolder } from '../build/check-output-folder.ts'
import { listIncompleteParts, withOwnCode } from '../build/check-own-code.ts'
import { findStudioServer } from '../build/hosting/studio.ts'
import type { CompressionEffort } from '../build/output.ts'
import { listReplacedParts } from '../build/own-code.mjs'
import { addPublishedAddresses, listUnrecordedAddresses } from '../content/published.ts'
import { resolveSymlink, writeFiles } from '../content/write-files.ts'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { formatProblem, formatSummary, pluralize } from '../diagnostics/formats/pretty.ts'
import { type Problem, sortProblems } from '../diagnostics/problem.ts'
import { createProgressReporter } from '../diagnostics/progress.ts'
import { loadContent } from '../engine/load.ts'
import { getOutputFolders, projectRoot } from '../paths.ts'
import { describePlaceholders } from '../scaffold/init/placeholders.ts'
import { getCheckExitCode } from './check.ts'
import { type CommonOptions, type EditionOptions, parseEdition, printJson } from './options.ts'

export interface BuildCommandOptions extends CommonOptions, EditionOptions {
  draft?: boolean
  best?: boolean
  /** Whether to record the published URLs in the content. */
  record?: boolean
}

const progressTexts = {
  compile: () => 'compiling components and the relay (their sources changed)',
  render: (done: number, total: number) => `rendering ${done} of ${total} pages`,
  draw: (done: number, total: number) => `drawing ${done} of ${total} share images`,
  compress: (done: number, total: number) => `compressing ${done} of ${total} files`,
}

const compressionNotes: Record<CompressionEffort, string> = {
  none: '(draft: not compressed, no share images)',
  quick: 'compressed quickly (smaller with --best)',
  best: 'compressed',
}

/** Maximum number of letters that the warning lists. */
const MAX_LETTERS = 20

/**
 * `site build`: builds the published folder.
 * @throws Failure before anything is written, with exit code 1 if the content is invalid, 2 if there is no content
 * folder
 */
export async function runBuildCommand(options: BuildCommandOptions): Promise<BuildResult> {
  const start = performance.now()
  const folder = path.resolve(options.content)
  const out = path.resolve(options.out)
  checkOutputFolder(out, folder)
  const progress = createProgressReporter(options.quiet || options.json)
  const edition = parseEdition(options)
  progress.show('reading content')
  const { content, texts, files, today, ...loaded } = await loadContent(folder, {
    edition,
    onProgress: (done, total) => progress.show(`reading ${done} of ${total} files`),
  })
  progress.clear()
  const summarize = (found: readonly Problem[]) => formatSummary(found, files, performance.now() - start)
  const incomplete = content ? [] : listIncompleteParts(path.dirname(folder))
  const problems = sortProblems([...incomplete, ...loaded.problems])
  const allTexts = withOwnCode(texts, path.dirname(folder))
  for (const problem of problems)
    process.stderr.write(`${formatProblem(problem, allTexts.get(problem.file), folder)}\n\n`)
  if (!content) throw new Failure(`${summarize(problems)}\nNothing was written.`, getCheckExitCode(problems))
  const result = await buildSite({
    content,
    texts,
    out,
    isPreview: edition.drafts === true || today !== getDayInZone(new Date(), content.site.timeZone),
    studio: findStudioServer(path.dirname(folder), content.site.url),
    effort: options.draft ? 'none' : options.best ? 'best' : undefined,
    onProgress: (phase, done, total) => progress.show(progressTexts[phase](done, total)),
  }).catch((error: unknown) => {
    progress.clear()
    if (!(error instanceof UnpublishableError)) throw error
    const ownTexts = withOwnCode(texts, projectRoot)
    for (const problem of sortProblems(error.problems))
      process.stderr.write(`${formatProblem(problem, ownTexts.get(problem.file))}\n\n`)
    throw new Failure(
      `${summarize(error.problems)}\nThese pages were not written, so ${shortenPath(getOutputFolders(out).site)} is incomplete: do not publish it.`,
      exitCodes.problems,
    )
  })
  progress.clear()
  const seconds = ((performance.now() - start) / 1000).toFixed(2)
  if (options.json) printJson({ ok: true, ...result, seconds: Number(seconds) })
  else if (!options.quiet) {
    const size = `${(result.bytes / 1024).toFixed(0)} kB ${compressionNotes[result.effort]}`
    process.stdout.write(
      `${pc.green('✓')} ${shortenPath(getOutputFolders(out).site)}: ${countPages(result)} (${result.rendered} rendered), ${pluralize(result.files, 'file')}, ${size} · ${seconds} s\n`,
    )
  }
  if (!options.quiet && !options.json) warnAboutMissingLetters(result)
  const replaced = listReplacedParts()
  if (replaced.length > 0 && !options.quiet && !options.json)
    process.stderr.write(`Own code replaces these parts of the package: ${replaced.join(', ')}\n`)
  const placeholders = options.quiet || options.json ? undefined : describePlaceholders(content)
  if (placeholders) process.stderr.write(`${placeholders}\n`)
  recordAddresses(options, content)
  const unwritten = problems.flatMap(({ rule, file }) => (rule === 'text/unwritten' ? [file] : []))
  const verb = unwritten.length === 1 ? 'has' : 'have'
  const warning = `⚠ Do not publish this yet: ${unwritten.join(', ')} ${verb} placeholder text.`
  if (unwritten.length > 0) process.stderr.write(`${pc.yellow(warning)}\n`)
  return result
}

function warnAboutMissingLetters({ missingLetters }: BuildResult): void {
  if (missingLetters.length === 0) return
  const letters = [...new Set(missingLetters.map(({ letter }) => letter))].slice(0, MAX_LETTERS).join(' ')
  const images = [...new Set(missingLetters.map(({ image }) => image))]
  const where = images.length === 1 ? images[0] : `${images.length} share images, such as ${images[0]},`
  process.stderr.write(`${pc.yellow(`⚠ The fonts for share images lack ${letters}, so ${where} cannot show them.`)}\n`)
}

/** Counts the pages of the site and the error pages separately. */
function countPages({ pages, errorPages }: BuildResult): string {
  return `${pluralize(pages - errorPages, 'page')} and ${pluralize(errorPages, 'error page')}`
}

/** With `--record`, records the published URLs; with `--best`, reports how many are not recorded. */
function recordAddresses({ content: folder, record, best, quiet, json }: BuildCommandOptions, content: Content): void {
  const file = path.resolve(folder, 'published.yaml')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (!record && !(best && text)) return
  const addresses = listUnrecordedAddresses(text, content)
  if (addresses.length === 0) return
  if (record)
    writeFiles([{ file: shortenPath(file), after: addPublishedAddresses(text, addresses) }], () => resolveSymlink(file))
  const what = record ? 'recorded in' : 'not in'
  const hint = record ? '' : ' yet; --record adds them'
  if (!quiet && !json)
    process.stderr.write(`${pluralize(addresses.length, 'page')} ${what} ${shortenPath(file)}${hint}\n`)
}
