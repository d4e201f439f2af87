import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseFolder } from '../content/load.ts'
import { createMarkdown } from '../content/markdown.ts'
import type { ContentDifference } from '../diff/content-difference.ts'
import { type DiffFormat, formats } from '../diff/formats.ts'
import { outputFolders } from '../paths.ts'
import { exit, Failure } from '../report/failure.ts'
import { plural, prettyProblem, summary } from '../report/pretty.ts'
import { type CommonOptions, type EditionOptions, editionOf, shortPath } from './options.ts'

export interface DiffOptions extends CommonOptions, EditionOptions {
  format: DiffFormat
}

/** Errors of a commit that are told; nobody mends them. */
const TOLD = 3

/**
 * `site diff [other]`: what changes of the content make of the site, or what would change if this build were published in
 * place of another. A difference is no failure.
 * @param other a commit as git names it, by default the last one, or an output folder
 * @throws Failure with exit code 1 where the content has errors; 2 where there is neither; 3 where content of a commit
 * cannot be had or rendered
 */
export async function diff(other: string | undefined, options: DiffOptions): Promise<void> {
  const format = formats[options.json ? 'json' : options.format]
  const folder = other === undefined ? undefined : path.resolve(other)
  // What a build is made of lies one deeper.
  if (folder && [folder, outputFolders(folder).site].some((one) => existsSync(path.join(one, 'index.html')))) {
    const builds = [folder, path.resolve(options.out)] as const
    for (const out of builds) assertBuilt(out)
    const { compareBuilds } = await import('../diff/difference.ts')
    process.stdout.write((await format.builds())(compareBuilds(...builds)))
  } else process.stdout.write((await format.content())(await compareWithCommit(other ?? 'HEAD', options)))
}

function assertBuilt(out: string): void {
  if (existsSync(path.join(outputFolders(out).site, 'index.html'))) return
  const isSite = existsSync(path.join(out, 'index.html'))
  const help = isSite ? `Name the folder above it: ${shortPath(path.dirname(out))}` : 'Build it first.'
  throw new Failure(`There is no site in ${shortPath(outputFolders(out).site)}. ${help}`, exit.usage)
}

/** Renders the content as it is and as it was, both with this code, and writes nothing. */
export async function compareWithCommit(
  ref: string,
  options: Pick<DiffOptions, 'content' | 'now' | 'drafts'>,
  markdown = createMarkdown(),
): Promise<ContentDifference> {
  const start = performance.now()
  const [folder, edition] = [path.resolve(options.content), editionOf(options)]
  if (!existsSync(folder)) throw new Failure(`There is no content folder ${shortPath(folder)}.`, exit.usage)
  const { checkOut } = await import('../diff/checkout.ts')
  const { compareContents } = await import('../diff/content-difference.ts')
  const { folder: old, commit } = await checkOut(folder, ref, markdown.cache)
  const now = await parseFolder(folder, markdown, { edition })
  if (!now.content) {
    const { files } = now.parsed
    const texts = new Map(files.map((file) => [file.file, file]))
    for (const problem of now.problems)
      process.stderr.write(`${prettyProblem(problem, texts.get(problem.file)?.text, folder)}\n\n`)
    throw new Failure(summary(now.problems, files.length, performance.now() - start), exit.problems)
  }
  const was = await parseFolder(old, markdown, { edition })
  if (!was.content) {
    const errors = was.problems.filter(({ severity }) => severity === 'error')
    const places = errors
      .slice(0, TOLD)
      .map(({ file, line, column, message }) => `\n  ${file}:${line}:${column} ${message}`)
    throw new Failure(
      `The content of ${ref} (${commit.slice(0, 9)}) cannot be rendered: ${plural(errors.length, 'error')} by the present rules.${places.join('')}\nBuild it with the code of then, and name its output folder.`,
      exit.cannotRun,
    )
  }
  const sides = [
    { folder: old, content: was.content, parsed: was.parsed },
    { folder, content: now.content, parsed: now.parsed },
  ] as const
  return { against: { ref, commit }, ...(await compareContents(...sides)) }
}
