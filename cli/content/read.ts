import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Collection } from '../../src/collections/collection.ts'
import { collections } from '../../src/collections/list.ts'
import { type Single, singles } from '../../src/collections/singles.ts'
import { defineRules } from '../check/rule.ts'
import { DOCUMENTS, documentKinds } from './document-names.ts'
import { createMemory } from './memory.ts'
import { nearest } from './nearest.ts'
import type { Problem } from './problem.ts'
import { createUnreadText, readText, type TextFile } from './read-text.ts'
import { isSlug, toSlug } from './slug.ts'

export interface ContentFile extends TextFile {
  collection: Collection
  folder: string
  slug: string
}

export interface ContentFolder {
  files: ContentFile[]
  /** `site.yaml`, `facts.yaml` and the others that stand by themselves, by name. */
  singles: Map<string, TextFile>
  /** Names of the files in `images`. */
  images: Set<string>
  /** Names of the files in `files`. */
  documents: Set<string>
  problems: Problem[]
}

const SINGLES = Object.keys(singles).map((name) => `${name as Single}.yaml` as const)
const IMAGES = 'images'
/** What somebody writes who means content. Other files beside it are none of ours. */
const MEANT_AS_CONTENT = /\.(?:ya?ml|md|markdown|mdx|json)$/i
/** Why the system does not let a file be read. */
const REFUSALS: Record<string, string> & { EISDIR: string } = {
  ENOENT: 'this link leads to a file that is not there',
  ELOOP: 'this link leads to itself',
  EISDIR: 'this is a folder, where a file is needed',
  EACCES: 'this file may not be read: its permissions forbid it',
}

/** Reading it would wait for whoever writes into it, perhaps for ever. */
const SPECIAL = 'this is no file but a pipe, a socket or a device'

/**
 * Reads every file of a content folder. Files that belong nowhere are reported, never dropped in silence.
 * @param known whether all that is in a version of a file is known, so that it need not be read
 */
export function readContentFolder(
  folder: string,
  memory = createMemory(),
  known = (_file: string, _version: string) => false,
): ContentFolder {
  const name = path.basename(folder)
  const found: ContentFolder = { files: [], singles: new Map(), images: new Set(), documents: new Set(), problems: [] }
  const report = (rule: string, file: string, message: string, help: string) =>
    found.problems.push({
      ...{ rule, severity: 'error', file: `${name}/${file}`, line: 1, column: 1, length: 1, message, help },
    })
  const read = (file: string): TextFile | undefined => {
    if (isSpecial(path.join(folder, file))) return unreadable(file, SPECIAL)
    try {
      const text = memory.read(path.join(folder, file), (at, version) => {
        const called = `${name}/${file}`
        return known(called, version) ? createUnreadText(at, called, version) : readText(at, called, version)
      })
      found.problems.push(...text.problems)
      return text
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      return unreadable(file, REFUSALS[code] ?? message)
    }
  }
  const unreadable = (file: string, why: string): undefined => {
    report('file/unreadable', file, why, 'Put a file in its place, or remove it.')
  }

  if (!isFolder(folder)) {
    found.problems.push({
      ...{ rule: 'folder/missing', severity: 'error', file: name, line: 1, column: 1, length: 1 },
      message: `there is no content folder ${folder}`,
      help: 'Name another with --content, or make one with site init.',
    })
    return found
  }
  const folders = new Set([...collections.flatMap(({ folders }) => Object.keys(folders)), IMAGES, DOCUMENTS])
  const entries = readdirSync(folder).filter((entry) => !entry.startsWith('.'))
  for (const single of SINGLES) {
    const text = entries.includes(single) ? read(single) : undefined
    if (text) found.singles.set(single, text)
    else if (!entries.includes(single) && singles[single.slice(0, -5) as Single].needed)
      report('file/missing', single, 'the file is missing', `Add ${name}/${single}.`)
  }
  for (const entry of entries) {
    if ((SINGLES as readonly string[]).includes(entry)) continue
    if (!isFolder(path.join(folder, entry))) {
      if (folders.has(entry)) report('file/unplaced', entry, 'a folder of files is needed here', `Make it a folder.`)
      if (!MEANT_AS_CONTENT.test(entry) || /^readme\./i.test(entry)) continue
      // The endings are alike in any case: how near it is shows in the names.
      const meant =
        SINGLES.find((single) => nearest(bareName(entry), [bareName(single)])) ?? 'a file of one of the folders'
      report('file/unplaced', entry, 'no file of this name is read here', `Did you mean ${meant}?`)
    } else if (entry === IMAGES) {
      for (const image of listFiles(path.join(folder, IMAGES))) {
        if (isSpecial(path.join(folder, IMAGES, image))) unreadable(`${IMAGES}/${image}`, SPECIAL)
        else found.images.add(image)
      }
    } else if (entry === DOCUMENTS) {
      for (const file of listFiles(path.join(folder, DOCUMENTS))) takeDocument(file)
    } else if (!folders.has(entry)) {
      if (!listFiles(path.join(folder, entry)).some((file) => MEANT_AS_CONTENT.test(file))) continue
      const meant = nearest(entry, folders)
      const help = meant ? `Did you mean ${name}/${meant}?` : `Folders are ${[...folders].join(', ')}.`
      report('file/unplaced', entry, 'no kind of content has this folder, so its files are not read', help)
    } else readFolder(entry)
  }
  return found

  function takeDocument(name: string): void {
    const file = `${DOCUMENTS}/${name}`
    const ending = path.extname(name)
    const slug = path.basename(name, ending)
    const kinds = Object.keys(documentKinds)
    if (isSpecial(path.join(folder, file))) unreadable(file, SPECIAL)
    else if (name.includes('/')) {
      const help = `Move the file to ${path.basename(folder)}/${DOCUMENTS}.`
      report('file/unplaced', file, 'folders inside this one are not read', help)
    } else if (!kinds.includes(ending.toLowerCase())) {
      const others = `Here belong ${kinds.join(', ')}; pictures to ${path.basename(folder)}/${IMAGES}.`
      report('file/unplaced', file, `a file that ends in ${ending || slug} is not published for download`, others)
    } else if (!isSlug(slug) || ending !== ending.toLowerCase()) {
      const help = `Use lower-case letters, digits and single dashes: ${toSlug(slug)}${ending.toLowerCase()}.`
      report('file/name', file, `"${name}" cannot be an address`, help)
    } else found.documents.add(name)
  }

  function readFolder(home: string): void {
    const kinds = collections.filter(({ folders }) => home in folders)
    const meantAsFiles = listFolders(path.join(folder, home)).filter((child) => MEANT_AS_CONTENT.test(child))
    for (const child of meantAsFiles) unreadable(`${home}/${child}`, REFUSALS.EISDIR)
    for (const child of listFiles(path.join(folder, home))) {
      if (meantAsFiles.some((meant) => child.startsWith(`${meant}/`))) continue
      const file = `${home}/${child}`
      const extension = path.extname(child)
      const slug = path.basename(child, extension)
      const collection = kinds.find((kind) => kind.extension === extension)
      if (child.includes('/')) {
        if (!MEANT_AS_CONTENT.test(child)) continue
        report('file/unplaced', file, 'folders inside this one are not read', `Move the file to ${name}/${home}.`)
      } else if (!collection) {
        if (!MEANT_AS_CONTENT.test(slug + extension) && !MEANT_AS_CONTENT.test(slug)) continue
        const meant = kinds.map((kind) => toSlug(bareName(slug)) + kind.extension).join(' or ')
        report('file/unplaced', file, `a file that ends in ${extension} is not read here`, `Name it ${meant}.`)
      } else if (!isSlug(slug)) {
        const meant = toSlug(bareName(slug))
        const help = `Use lower-case letters, digits and single dashes${meant ? `: ${meant}${extension}` : ''}.`
        report('file/name', file, `"${slug}" cannot be an address`, help)
      } else {
        const text = read(file)
        if (text) found.files.push(Object.assign(text, { collection, folder: home, slug }))
      }
    }
  }
}

/** What a file would be that is not there yet, by its path below the content folder; undefined for what is no entry. */
export function placeOf(file: string): Pick<ContentFile, 'collection' | 'folder' | 'slug'> | undefined {
  const [folder = '', name = '', ...deeper] = file.split('/')
  const { name: slug, ext } = path.parse(name)
  const collection = collections.find(({ folders, extension }) => folder in folders && extension === ext)
  return collection && deeper.length === 0 && isSlug(slug) ? { collection, folder, slug } : undefined
}

/** A name without endings that somebody, or a program, has added once too often. */
function bareName(name: string): string {
  return name.replace(/(?:\.(?:ya?ml|md|markdown|mdx|json))+$/i, '')
}

/** Whether it is a folder, or a link to one. */
function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory()
  } catch {
    // A link that leads nowhere, or round in circles: whoever reads it says so.
    return false
  }
}

/** Whether it is there and neither a file nor a folder. */
function isSpecial(file: string): boolean {
  try {
    const found = statSync(file)
    return !found.isFile() && !found.isDirectory()
  } catch {
    // Whoever reads it says why it cannot be read.
    return false
  }
}

/** Paths of all files below, with forward slashes, sorted; those whose names begin with a dot are left out. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !/(?:^|\/)\./.test(file))
    .sort()
}

/** Names of the folders directly in it; links to folders count as files, which they stand in the place of. */
function listFolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
}

export const folderRules = defineRules({
  'folder/missing': {
    means: 'The content folder is not there.',
    matters: 'Without content there is no site.',
    bad: 'site check --content contnet',
    good: 'site check --content content',
    fix: 'Name the folder with --content or SITE_CONTENT. site init makes a new one.',
  },
  'file/missing': {
    means: 'A file that every site needs is not there.',
    matters: 'site.yaml has the menus and words of every page, facts.yaml the claims that copy uses by name.',
    bad: 'content/sites.yaml',
    good: 'content/site.yaml',
    fix: 'Add the file; cli/init/template has a short one.',
  },
  'file/unplaced': {
    means: 'A file looks like content and is not read, because of where it is or how its name ends.',
    matters: 'Its page would be missing, and nobody would be told.',
    bad: 'content/blog/drafts/prime-day.md\ncontent/services/seo.yml',
    good: 'content/blog/prime-day.md\ncontent/services/seo.yaml',
    fix: 'Move or rename it. Articles, jobs and long texts end in .md, everything else in .yaml.',
  },
  'file/unreadable': {
    means: 'A file of the content cannot be opened.',
    matters: 'What it says would be missing.',
    bad: 'content/blog/prime-day.md -> ../drafts/prime-day.md   # a link, and the draft is gone',
    good: 'content/blog/prime-day.md   # a file',
    fix: 'Put a file in its place, or remove it. Links to files that are there are followed.',
  },
  'file/name': {
    means: 'A file name cannot become an address.',
    matters: 'The name is the end of the page address, which people read, share and type.',
    bad: 'content/blog/Prime Day 2.md',
    good: 'content/blog/prime-day-2.md',
    fix: 'Use lower-case letters, digits and single dashes.',
  },
})
