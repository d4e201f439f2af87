import { existsSync } from 'node:fs'
import path from 'node:path'
import { compareBuilds } from '../diff/difference.ts'
import { type DiffFormat, formats } from '../diff/formats.ts'
import { outputFolders } from '../paths.ts'
import { exit, Failure } from '../report/failure.ts'
import { type CommonOptions, shortPath } from './options.ts'

export interface DiffOptions extends CommonOptions {
  format: DiffFormat
}

/**
 * `site diff <other>`: what would change if this build were published in place of the other. A difference is no failure.
 * @param other an output folder, as `--out` names it
 * @throws Failure when one of the two holds no site
 */
export async function diff(other: string, options: DiffOptions): Promise<void> {
  const [before, after] = [path.resolve(other), path.resolve(options.out)] as const
  for (const out of [before, after]) {
    if (existsSync(path.join(outputFolders(out).site, 'index.html'))) continue
    const isSite = existsSync(path.join(out, 'index.html'))
    const help = isSite ? `Name the folder above it: ${shortPath(path.dirname(out))}` : 'Build it first.'
    throw new Failure(`There is no site in ${shortPath(outputFolders(out).site)}. ${help}`, exit.usage)
  }
  const tell = await formats[options.json ? 'json' : options.format]()
  process.stdout.write(tell(compareBuilds(before, after)))
}
