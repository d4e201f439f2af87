import path from 'node:path'

/** The same for every path of the content folder in what a problem says. */
export function pathsFromHere(words: string, folder: string): string {
  const name = path.basename(folder).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return words.replace(new RegExp(`(?<![\\w./-])${name}/[\\w./-]*\\w`, 'g'), (file) => fromHere(file, folder))
}

/**
 * The path of a content file from where the command was typed; the whole path where that would climb.
 * @param file relative to the parent of the content folder, as problems name it
 */
export function fromHere(file: string, folder: string): string {
  const whole = path.join(path.dirname(folder), file)
  const relative = path.relative(process.cwd(), whole)
  return (relative.startsWith('..') ? whole : relative).replaceAll(path.sep, '/')
}

/** Returns a path relative to the working directory; the absolute path if it lies outside. */
export function shortPath(file: string): string {
  const relative = path.relative(process.cwd(), file)
  return relative && !relative.startsWith('..') ? relative : file
}
