import { existsSync } from 'node:fs'
import path from 'node:path'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import type { Difference } from '../diff/difference.ts'
import { type DiffFormat, diffFormats } from '../diff/formats.ts'
import { getOutputFolders } from '../paths.ts'
import { type CommonOptions, type EditionOptions, parseEdition } from './options.ts'

export interface DiffOptions extends CommonOptions, EditionOptions {
  format: DiffFormat
}

/**
 * `site diff [other]`: lists the pages that differ between the content and a commit, or between two builds. Differences
 * do not cause a failure.
 * @param other a git revision (HEAD by default) or an output folder
 * @throws Failure with exit code 1 if the content has errors, 2 if `other` does not exist, 3 if the content of a commit
 * cannot be read or rendered
 */
export async function runDiffCommand(other: string | undefined, options: DiffOptions): Promise<void> {
  const format = diffFormats[options.json ? 'json' : options.format]
  const difference = await compare(other, options)
  process.stdout.write(format(difference, path.resolve(options.content)))
}

async function compare(other: string | undefined, options: DiffOptions): Promise<Difference> {
  const folder = other === undefined ? undefined : path.resolve(other)
  const isBuild =
    folder && [folder, getOutputFolders(folder).site].some((dir) => existsSync(path.join(dir, 'index.html')))
  if (!isBuild) {
    const { compareWithCommit } = await import('../diff/compare-with-commit.ts')
    return await compareWithCommit(other ?? 'HEAD', options.content, parseEdition(options))
  }
  const builds = [folder, path.resolve(options.out)] as const
  for (const out of builds) assertBuilt(out)
  const { compareBuilds } = await import('../diff/compare-builds.ts')
  return await compareBuilds(...builds)
}

function assertBuilt(out: string): void {
  if (existsSync(path.join(getOutputFolders(out).site, 'index.html'))) return
  const isSite = existsSync(path.join(out, 'index.html'))
  const help = isSite ? `Pass the output folder: ${shortenPath(path.dirname(out))}` : 'Build it first.'
  throw new Failure(`There is no site in ${shortenPath(getOutputFolders(out).site)}. ${help}`, exitCodes.usage)
}
