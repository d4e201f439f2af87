import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import pc from 'picocolors'
import { type BuildResult, buildSite, Unpublishable } from '../build/build.ts'
import type { Effort } from '../build/compress.ts'
import { refuseOutput } from '../build/refuse-output.ts'
import { listUnrecorded, recordPublished } from '../content/published.ts'
import { targetOf, writeFiles } from '../content/write-files.ts'
import { exit, Failure } from '../diagnostics/failure.ts'
import { plural, prettyProblem, summary } from '../diagnostics/formats/pretty.ts'
import { shortPath } from '../diagnostics/from-here.ts'
import { sortProblems } from '../diagnostics/problem.ts'
import { createProgress } from '../diagnostics/progress.ts'
import { outputFolders } from '../paths.ts'
import { exitCodeOf, load } from './check.ts'
import { type CommonOptions, type EditionOptions, editionOf } from './options.ts'
import { printJson } from './print-json.ts'

export interface BuildCommandOptions extends CommonOptions, EditionOptions {
  draft?: boolean
  best?: boolean
  /** Whether to record the published addresses in the content. */
  record?: boolean
}

const doing = {
  compile: () => 'compiling components and relay (their sources changed)',
  render: (done: number, total: number) => `rendering ${done} of ${total} pages`,
  draw: (done: number, total: number) => `drawing ${done} of ${total} share images`,
  compress: (done: number, total: number) => `compressing ${done} of ${total} files`,
}

/** Notes on compression, printed in the summary. */
const copies: Record<Effort, string> = {
  none: '(draft: not compressed, no share images)',
  quick: 'compressed quickly (smaller with --best)',
  best: 'compressed',
}

/**
 * `site build`: builds the published folder.
 * @throws Failure before anything is written, with exit code 1 if the content is invalid, 2 if there is no content
 * folder
 */
export async function build(options: BuildCommandOptions): Promise<BuildResult> {
  const start = performance.now()
  const [folder, out] = [path.resolve(options.content), path.resolve(options.out)]
  refuseOutput(out, folder)
  const progress = createProgress(options.quiet || options.json)
  progress.show('reading content')
  const { content, problems, texts, files } = await load(options.content, editionOf(options), (done, total) =>
    progress.show(`reading ${done} of ${total} files`),
  )
  progress.clear()
  for (const problem of problems) process.stderr.write(`${prettyProblem(problem, texts.get(problem.file), folder)}\n\n`)
  if (!content) {
    throw new Failure(
      `${summary(problems, files, performance.now() - start)}\nNothing was written.`,
      exitCodeOf(problems),
    )
  }
  const result = await buildSite({
    content,
    texts,
    out,
    effort: options.draft ? 'none' : options.best ? 'best' : undefined,
    onProgress: (phase, done, total) => progress.show(doing[phase](done, total)),
  }).catch((error: unknown) => {
    progress.clear()
    if (!(error instanceof Unpublishable)) throw error
    for (const problem of sortProblems(error.problems))
      process.stderr.write(`${prettyProblem(problem, texts.get(problem.file))}\n\n`)
    const text = summary(error.problems, files, performance.now() - start)
    throw new Failure(
      `${text}\nThese pages were not written. Do not publish ${shortPath(outputFolders(out).site)} as it is.`,
      exit.problems,
    )
  })
  progress.clear()
  const seconds = ((performance.now() - start) / 1000).toFixed(2)
  if (options.json) printJson({ ok: true, ...result, seconds: Number(seconds) })
  else if (!options.quiet) {
    const size = `${(result.bytes / 1024).toFixed(0)} kB ${copies[result.effort]}`
    process.stdout.write(
      `${pc.green('✓')} ${shortPath(outputFolders(out).site)}: ${plural(result.pages, 'page')} (${result.rendered} rendered), ${plural(result.files, 'file')}, ${size} · ${seconds} s\n`,
    )
  }
  recordAddresses(options, content)
  const unwritten = problems.filter(({ rule }) => rule === 'text/unwritten')
  if (unwritten.length > 0) {
    const names = unwritten.map(({ file }) => file).join(', ')
    process.stderr.write(
      `${pc.yellow(`⚠ Do not publish this yet: ${names} ${unwritten.length === 1 ? 'has' : 'have'} unwritten text.`)}\n`,
    )
  }
  return result
}

/** Records the published addresses with `--record`; reports unrecorded ones with `--best`. */
function recordAddresses({ content: folder, record, best, quiet, json }: BuildCommandOptions, content: Content): void {
  const file = path.resolve(folder, 'published.yaml')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (!record && !(best && text)) return
  const addresses = listUnrecorded(text, content)
  if (addresses.length === 0) return
  if (record) writeFiles([{ file: shortPath(file), after: recordPublished(text, addresses) }], () => targetOf(file))
  const what = record ? 'recorded in' : 'not in'
  const hint = record ? '' : ' yet; --record adds them'
  if (!quiet && !json) process.stderr.write(`${plural(addresses.length, 'page')} ${what} ${shortPath(file)}${hint}\n`)
}
