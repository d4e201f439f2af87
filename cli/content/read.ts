import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Collection, collections } from './collections.ts'
import { nearest } from './nearest.ts'
import type { Problem } from './problem.ts'

export interface ContentFile {
  collection: Collection
  slug: string
  /** As shown to people: `content/services/amazon-seo.yaml`. */
  file: string
  text: string
}

/** Reads every file of a content folder. Files that belong nowhere are reported, never dropped in silence. */
export function readContentFolder(
  folder: string,
  readText = (file: string) => readFileSync(file, 'utf8'),
): {
  files: ContentFile[]
  singles: Map<string, { file: string; text: string }>
  problems: Problem[]
} {
  const name = path.basename(folder)
  const problems: Problem[] = []
  const singles = new Map<string, { file: string; text: string }>()
  const read = (file: string) => readText(path.join(folder, file)).replace(/^\uFEFF/, '')
  const warn = (file: string, message: string, help: string, severity: Problem['severity'] = 'warning') =>
    problems.push({
      rule: 'file/unplaced',
      severity,
      file: `${name}/${file}`,
      line: 1,
      column: 1,
      length: 1,
      message,
      help,
    })

  for (const single of ['site.yaml', 'facts.yaml']) {
    if (existsSync(path.join(folder, single))) singles.set(single, { file: `${name}/${single}`, text: read(single) })
    else warn(single, 'the file is missing', `Add ${name}/${single}.`, 'error')
  }
  const folders = new Set<string>(collections.map((collection) => collection.folder))
  const files: ContentFile[] = []
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  for (const entry of entries.filter((item) => item.isDirectory() && item.name !== 'images')) {
    if (!folders.has(entry.name)) {
      const meant = nearest(entry.name, folders)
      warn(
        entry.name,
        'no kind of content has this folder',
        meant ? `Did you mean ${name}/${meant}?` : `Folders are ${[...folders].join(', ')}.`,
      )
      continue
    }
    for (const child of readdirSync(path.join(folder, entry.name))
      .filter((item) => !item.startsWith('.'))
      .sort()) {
      const file = `${entry.name}/${child}`
      const kinds = collections.filter((collection) => collection.folder === entry.name)
      const collection = kinds.find((kind) => kind.extension === path.extname(child))
      const slug = path.basename(child, path.extname(child))
      if (!collection) warn(file, `a file of this kind is not read here`, `Name it ${slug}${kinds[0]?.extension}.`)
      else if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) {
        warn(
          file,
          `"${slug}" cannot be an address`,
          'Use lower-case letters, digits and single dashes in file names.',
          'error',
        )
      } else files.push({ collection, slug, file: `${name}/${file}`, text: read(file) })
    }
  }
  return { files, singles, problems }
}
