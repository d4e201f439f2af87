import { isUtf8 } from 'node:buffer'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Collection, collections } from './collections.ts'
import { createMemory } from './memory.ts'
import { nearest } from './nearest.ts'
import { createPlaces } from './place.ts'
import type { Problem } from './problem.ts'

export interface TextFile {
  /** As shown to people: `content/services/amazon-seo.yaml`. */
  file: string
  text: string
}

export interface ContentFile extends TextFile {
  collection: Collection
  slug: string
}

export interface ContentFolder {
  files: ContentFile[]
  /** `site.yaml` and `facts.yaml`, by name. */
  singles: Map<string, TextFile>
  /** Names of the files in `images`. */
  images: Set<string>
  problems: Problem[]
}

const SINGLES = ['site.yaml', 'facts.yaml'] as const
const IMAGES = 'images'
/** What somebody writes who means content. Other files beside it are none of ours. */
const MEANT_AS_CONTENT = /\.(?:ya?ml|md|markdown|mdx|json)$/i
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Reads every file of a content folder. Files that belong nowhere are reported, never dropped in silence. */
export function readContentFolder(folder: string, memory = createMemory()): ContentFolder {
  const name = path.basename(folder)
  const found: ContentFolder = { files: [], singles: new Map(), images: new Set(), problems: [] }
  const report = (rule: string, file: string, message: string, help: string) =>
    found.problems.push({
      ...{ rule, severity: 'error', file: `${name}/${file}`, line: 1, column: 1, length: 1, message, help },
    })
  const read = (file: string): TextFile => {
    const { problems, ...text } = memory.read(path.join(folder, file), (source) => readText(source, `${name}/${file}`))
    found.problems.push(...problems)
    return text
  }

  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    found.problems.push({
      ...{ rule: 'folder/missing', severity: 'error', file: name, line: 1, column: 1, length: 1 },
      message: `there is no content folder ${folder}`,
      help: 'Name another with --content, or start from a copy of tests/sites/harbor.',
    })
    return found
  }
  const folders = new Set<string>([...collections.map((collection) => collection.folder), IMAGES])
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'))
  for (const single of SINGLES) {
    if (entries.some((entry) => entry.name === single)) found.singles.set(single, read(single))
    else report('file/missing', single, 'the file is missing', `Add ${name}/${single}.`)
  }
  for (const entry of entries) {
    if (!entry.isDirectory()) {
      if (found.singles.has(entry.name) || !MEANT_AS_CONTENT.test(entry.name) || /^readme\./i.test(entry.name)) continue
      const meant = nearest(entry.name, SINGLES) ?? 'a file of one of the folders'
      report('file/unplaced', entry.name, 'no file of this name is read here', `Did you mean ${meant}?`)
    } else if (entry.name === IMAGES) {
      for (const image of listFiles(path.join(folder, IMAGES))) found.images.add(image)
    } else if (!folders.has(entry.name)) {
      if (!listFiles(path.join(folder, entry.name)).some((file) => MEANT_AS_CONTENT.test(file))) continue
      const meant = nearest(entry.name, folders)
      const help = meant ? `Did you mean ${name}/${meant}?` : `Folders are ${[...folders].join(', ')}.`
      report('file/unplaced', entry.name, 'no kind of content has this folder, so its files are not read', help)
    } else readFolder(entry.name)
  }
  return found

  function readFolder(home: string): void {
    const kinds = collections.filter((collection) => collection.folder === home)
    for (const child of listFiles(path.join(folder, home))) {
      const file = `${home}/${child}`
      const extension = path.extname(child)
      const slug = path.basename(child, extension)
      const collection = kinds.find((kind) => kind.extension === extension)
      if (child.includes('/')) {
        if (!MEANT_AS_CONTENT.test(child)) continue
        report('file/unplaced', file, 'folders inside this one are not read', `Move the file to ${name}/${home}.`)
      } else if (!collection) {
        if (!MEANT_AS_CONTENT.test(child)) continue
        const meant = kinds.map((kind) => slug + kind.extension).join(' or ')
        report('file/unplaced', file, `a file that ends in ${extension} is not read here`, `Name it ${meant}.`)
      } else if (!SLUG.test(slug)) {
        const meant = slugOf(slug)
        const help = `Use lower-case letters, digits and single dashes${meant ? `: ${meant}${extension}` : ''}.`
        report('file/name', file, `"${slug}" cannot be an address`, help)
      } else found.files.push({ collection, slug, ...read(file) })
    }
  }
}

/** A name as an address would have it. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Paths of all files below, with forward slashes, sorted; those whose names begin with a dot are left out. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !/(?:^|\/)\./.test(file))
    .sort()
}

/** The text without a byte order mark, which is only a warning; bytes that are no UTF-8 are an error. */
function readText(source: string, file: string): TextFile & { problems: Problem[] } {
  const problems: Problem[] = []
  const bytes = readFileSync(source)
  const whole = bytes.toString('utf8')
  const text = whole.replace(/^\uFEFF/, '')
  if (!isUtf8(bytes)) {
    const at = text.indexOf('\uFFFD')
    problems.push({
      ...{ rule: 'file/encoding', severity: 'error', file, ...createPlaces(text)(at, at + 1) },
      message: 'the file is not saved as UTF-8, so this character is lost',
      help: 'Save it again as UTF-8; in most editors that is in "Save with encoding".',
    })
  }
  if (text.length < whole.length) {
    problems.push({
      ...{ rule: 'file/byte-order-mark', severity: 'warning', file, line: 1, column: 1, length: 1 },
      message: 'the file begins with an invisible byte order mark',
      help: 'It is read all the same; other programs may trip over it. Save as UTF-8 without BOM.',
      fix: { edits: [] },
    })
  }
  return { file, text, problems }
}
