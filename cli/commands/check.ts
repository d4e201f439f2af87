import { appendFileSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { type Edition, formatUtcDate } from '../content/publication.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { type ReportFormat, reportFormats } from '../diagnostics/formats/formats.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import type { CheckResult } from '../diagnostics/formats/result.ts'
import type { Problem } from '../diagnostics/problem.ts'
import { createProgressReporter } from '../diagnostics/progress.ts'
import { type LoadResult, loadContent } from '../engine/load.ts'
import { createFileFilter } from './file-filter.ts'
import { type CommonOptions, type EditionOptions, parseEdition } from './options.ts'

export interface CheckOptions extends CommonOptions, EditionOptions {
  format: ReportFormat
  fix: boolean
  dryRun: boolean
  /** Whether to ask before each fix. */
  interactive: boolean
  /** Whether to also check the build, if the content is valid. */
  built: boolean
  /** Whether warnings cause a failure. */
  strict: boolean
}

/** Maximum number of fixing rounds. One fix may enable another; the limit prevents an endless loop. */
const MAX_ROUNDS = 5

export function loadContentEdition(
  folder: string,
  edition: Edition = { today: formatUtcDate() },
  onProgress?: (done: number, total: number) => void,
): Promise<LoadResult> {
  return loadContent(path.resolve(folder), { onProgress, edition })
}

/**
 * `site check`: reports the problems in the content. With `fix`, applies the fixes that are unambiguous.
 * @param paths limits the report to these files and folders
 * @throws Failure with exit code 1 if there are errors, 2 if there is no content folder, 3 if there is no build
 */
export async function runCheckCommand(paths: readonly string[], options: CheckOptions): Promise<void> {
  const start = performance.now()
  const folder = path.resolve(options.content)
  const format = options.json ? 'json' : options.format
  const progress = createProgressReporter(options.quiet || format !== 'pretty')
  const edition = parseEdition(options)
  const isChosen = createFileFilter(paths, folder)
  const read = async () => {
    const all = await loadContentEdition(folder, edition, (done, total) =>
      progress.show(`checking ${done} of ${total} files`),
    )
    return { ...all, problems: all.problems.filter(({ file }) => isChosen(file)) }
  }

  let loaded = await read()
  progress.clear()
  if (options.fix || options.dryRun || options.interactive) {
    const { formatDiff } = await import('../diagnostics/format-diff.ts')
    const { planFixes, writeFixes } = await import('../engine/apply-fixes.ts')
    const { chooseFixes } = await import('./choose-fixes.ts')
    // With --interactive, runs a single round, so that the user is not asked about a rejected fix again.
    const rounds = options.interactive ? 1 : MAX_ROUNDS
    for (let round = 1; round <= rounds; round += 1) {
      const { problems, texts } = loaded
      const fixed = planFixes(folder, {
        problems: options.interactive ? await chooseFixes(problems, texts, folder) : problems,
        texts,
      })
      const fixes = fixed.reduce((sum, file) => sum + file.fixes, 0)
      if (fixes === 0) break
      const print = (text: string) => format === 'pretty' && process.stderr.write(text)
      for (const file of options.interactive ? [] : fixed) print(`${formatDiff(file, folder)}\n`)
      const what = `${pluralize(fixes, 'problem')} in ${pluralize(fixed.length, 'file')}`
      if (options.dryRun) {
        print(`${pc.dim(`--fix would fix ${what}; nothing was written.`)}\n\n`)
        break
      }
      writeFixes(folder, fixed)
      print(`${pc.green('✓')} fixed ${what}\n\n`)
      loaded = await read()
      progress.clear()
    }
  }

  const { texts } = loaded
  const files = paths.length === 0 ? loaded.files : [...texts.keys()].filter(isChosen).length
  const problems = [...loaded.problems]
  if (options.built && loaded.content) {
    const { checkBuiltForms } = await import('../audit/check-built.ts')
    problems.push(...(await checkBuiltForms(path.resolve(options.out), loaded.content, texts)))
  }
  const { explanations } = await import('../rules/list.ts')
  const result: CheckResult = { problems, texts, files, folder, explanations, milliseconds: performance.now() - start }
  const text = (await reportFormats[format]())(result)
  if (!options.quiet || problems.length > 0 || format === 'json' || format === 'sarif') process.stdout.write(text)
  if (format === 'github' && process.env.GITHUB_STEP_SUMMARY) {
    const { formatGithubSummary } = await import('../diagnostics/formats/github.ts')
    appendFileSync(process.env.GITHUB_STEP_SUMMARY, formatGithubSummary(result))
  }
  const failing = problems.some(({ severity }) => severity === 'error' || options.strict)
  if (failing) throw new Failure('', getCheckExitCode(problems))
}

/** Returns the exit code for invalid content: 2 if the folder does not exist, otherwise 1. */
export function getCheckExitCode(problems: readonly Problem[]): number {
  return problems.some(({ rule }) => rule === 'folder/missing') ? exitCodes.usage : exitCodes.problems
}
