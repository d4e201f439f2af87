import path from 'node:path'
import { type Loaded, loadContent } from '../content/load.ts'
import { createMarkdown } from '../content/markdown.ts'
import { cacheRoot } from '../paths.ts'
import { exit, Failure } from '../report/failure.ts'
import { prettyProblem, summary } from '../report/pretty.ts'
import type { CommonOptions } from './options.ts'

/** Loads content with the shared cache of rendered markdown. */
export function load(folder: string): Promise<Loaded> {
  return loadContent(path.resolve(folder), createMarkdown(path.join(cacheRoot, 'markdown')))
}

/** `site check`: prints every problem of the content. @throws Failure with exit code 1 when there is an error */
export async function check(options: CommonOptions): Promise<void> {
  const start = performance.now()
  const { problems, texts, files, content } = await load(options.content)
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ version: 1, ok: content !== undefined, files, problems }, null, 2)}\n`)
  } else {
    for (const problem of problems) process.stdout.write(`${prettyProblem(problem, texts.get(problem.file))}\n\n`)
    if (!options.quiet || problems.length > 0)
      process.stdout.write(`${summary(problems, files, performance.now() - start)}\n`)
  }
  if (!content) throw new Failure('', exit.problems)
}
