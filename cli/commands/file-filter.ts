import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { findNearestWord } from '../diagnostics/suggest.ts'

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

/**
 * Reports whether a relative path points outside its base folder. Between Windows drives, `path.relative` returns an
 * absolute path.
 */
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
