import path from 'node:path'

/** Applies `toDisplayPath` to the content paths in a string. */
export function replaceWithDisplayPaths(text: string, folder: string): string {
  const name = path.basename(folder).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replace(new RegExp(`(?<![\\w./-])${name}/[\\w./-]*\\w`, 'g'), (file) => toDisplayPath(file, folder))
}

/**
 * Returns the path of a content file relative to the working directory, or its absolute path if it is outside.
 * @param file relative to the parent of the content folder
 */
export function toDisplayPath(file: string, folder: string): string {
  const whole = path.join(path.dirname(folder), file)
  const relative = path.relative(process.cwd(), whole)
  return (relative.startsWith('..') ? whole : relative).replaceAll(path.sep, '/')
}

/** Returns a path relative to the working directory, or the absolute path if it is outside that directory. */
export function shortenPath(file: string): string {
  const relative = path.relative(process.cwd(), file)
  return relative && !relative.startsWith('..') ? relative : file
}
