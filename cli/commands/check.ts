import { appendFileSync, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { checkOwnCode, withOwnCode } from '../build/check-own-code.ts'
import { listTypeProblems } from '../build/check-types.ts'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { type ReportFormat, reportFormats } from '../diagnostics/formats/formats.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import type { CheckResult } from '../diagnostics/formats/result.ts'
import { isError, isSourceProblem, type Problem, sortProblems } from '../diagnostics/problem.ts'
import { createProgressReporter } from '../diagnostics/progress.ts'
import { findNearestWord } from '../diagnostics/suggest.ts'
import { loadContent } from '../engine/load.ts'
import { PEOPLE_FILE } from '../paths.ts'
import { describePlaceholders } from '../scaffold/init/placeholders.ts'
import { readPeopleFile } from '../studio/people-file.ts'
import { type CommonOptions, type EditionOptions, parseEdition } from './options.ts'

export interface CheckOptions extends CommonOptions, EditionOptions {
  format: ReportFormat
  fix: boolean
  dryRun: boolean
  /** Whether to ask before each fix. */
  interactive: boolean
  /** Whether to also check the build, if the content is valid. */
  built: boolean
  /** Whether warnings cause a failure, except those that depend on the date. */
  strict: boolean
}

/** Maximum number of fixing rounds. One fix may enable another; the limit prevents an endless loop. */
const MAX_ROUNDS = 5

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
    const onProgress = (done: number, total: number) => progress.show(`checking ${done} of ${total} files`)
    const all = await loadContent(folder, { edition, onProgress })
    progress.clear()
    return { ...all, problems: all.problems.filter(({ file }) => isChosen(file)) }
  }

  let loaded = await read()
  const home = path.dirname(folder)
  const types = listTypeProblems(home)
  const checkSources = async () => {
    const { content, texts } = loaded
    const problems = await checkOwnCode(content, texts, home, () => progress.show('compiling own code'))
    progress.clear()
    return [...problems, ...types]
  }
  let sources = await checkSources()
  const wantsFixes = options.fix || options.dryRun || options.interactive
  if (wantsFixes && sources.some(isSourceProblem))
    process.stderr.write(
      "Nothing was fixed, because the project's own code has errors, which may have caused the others.\n\n",
    )
  else if (wantsFixes) {
    const { formatDiff } = await import('../diagnostics/format-diff.ts')
    const { planFixes, writeFixes } = await import('../engine/apply-fixes.ts')
    const { chooseFixes } = await import('./choose-fixes.ts')
    // With --interactive, runs a single round, so that the user is not asked about a rejected fix again.
    const rounds = options.interactive ? 1 : MAX_ROUNDS
    for (let round = 1; round <= rounds; round += 1) {
      const { problems, texts } = loaded
      const chosen = options.interactive ? await chooseFixes(problems, texts, folder) : problems
      const fixed = planFixes(folder, { problems: chosen, texts })
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
      sources = await checkSources()
    }
  }

  const { texts } = loaded
  const files = paths.length === 0 ? loaded.files : [...texts.keys()].filter(isChosen).length
  // A fix could change valid content to match a mistake in a schema.
  const content = sources.some(isSourceProblem)
    ? loaded.problems.map((problem) => ({ ...problem, fix: undefined }))
    : loaded.problems
  const problems = [...sources, ...content]
  if (options.built && loaded.content) {
    const { checkBuiltForms } = await import('../audit/check-built.ts')
    problems.push(...(await checkBuiltForms(path.resolve(options.out), loaded.content, texts)))
  }
  const people = paths.length === 0 && existsSync(path.join(home, PEOPLE_FILE)) ? readPeopleFile(home) : undefined
  problems.push(...(people?.problems ?? []))
  const ownTexts = withOwnCode(texts, home)
  const { explanations } = await import('../rules/list.ts')
  const result: CheckResult = {
    problems: sortProblems(problems),
    texts: people
      ? { ...ownTexts, get: (file) => (file === PEOPLE_FILE ? people.text : ownTexts.get(file)) }
      : ownTexts,
    files,
    folder,
    explanations,
    milliseconds: performance.now() - start,
  }
  const text = (await reportFormats[format]())(result)
  if (!options.quiet || problems.length > 0 || format === 'json' || format === 'sarif') process.stdout.write(text)
  const placeholders = loaded.content && paths.length === 0 && describePlaceholders(loaded.content)
  if (placeholders && format === 'pretty' && !options.quiet) process.stderr.write(`${placeholders}\n`)
  if (format === 'github' && process.env.GITHUB_STEP_SUMMARY) {
    const { formatGithubSummary } = await import('../diagnostics/formats/github.ts')
    appendFileSync(process.env.GITHUB_STEP_SUMMARY, formatGithubSummary(result))
  }
  const isStrict = ({ rule }: Problem) => options.strict && !explanations[rule]?.dependsOnToday
  const failing = problems.some((problem) => isError(problem) || isStrict(problem))
  if (failing) throw new Failure('', getCheckExitCode(problems))
}

/** Returns the exit code for invalid content: 2 if the folder does not exist, otherwise 1. */
export function getCheckExitCode(problems: readonly Problem[]): number {
  return problems.some(({ rule }) => rule === 'folder/missing') ? exitCodes.usage : exitCodes.problems
}

/**
 * Returns a filter that accepts the files in the given paths, or all files if there are no paths.
 * @param paths relative to the working directory or the content folder
 * @param folder absolute path of the content folder
 * @throws Failure with exit code 2 if a path does not exist or is not content
 */
export function createFileFilter(paths: readonly string[], folder: string): (file: string) => boolean {
  const root = path.basename(folder)
  const chosen = paths.map((name) => {
    const found = [path.resolve(name), path.resolve(folder, name)].find((file) => existsSync(file))
    if (name === '' || found === undefined)
      throw new Failure(
        `There is no "${name}" in the working directory or in ${shortenPath(folder)}.${helpFor(name, folder)}`,
        exitCodes.usage,
      )
    // A folder that contains the content folder selects all content files.
    if (!isOutside(path.relative(found, folder))) return root
    const inside = path.relative(folder, found)
    if (isOutside(inside))
      throw new Failure(`${name} is not in the content folder ${shortenPath(folder)}.`, exitCodes.usage)
    return path.join(root, inside).replaceAll(path.sep, '/')
  })
  return (file) => chosen.length === 0 || chosen.some((place) => file === place || file.startsWith(`${place}/`))
}

/** Between Windows drives, `path.relative` returns an absolute path. */
function isOutside(relative: string): boolean {
  return relative.startsWith('..') || path.isAbsolute(relative)
}

/** Returns a hint for a path with an asterisk, backslashes, a typo or a missing extension. */
function helpFor(input: string, folder: string): string {
  if (input.includes('*')) return ' To select all files in a folder, pass the folder.'
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:yaml|md)$/.test(file))
  const names = [...files, ...files.map((file) => path.join(path.basename(folder), file))]
  const candidates = new Map(names.flatMap((name) => [name, name.replace(/\.\w+$/, '')].map((word) => [word, name])))
  const near = findNearestWord(input.replaceAll('\\', '/'), candidates.keys())
  return near ? ` Did you mean ${candidates.get(near)}?` : ''
}
