import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { collections } from '@northshelf/site/collections/list.ts'
import { singles } from '@northshelf/site/collections/singles.ts'
import type { Explanations } from '../diagnostics/explanation.ts'
import { nearest } from '../diagnostics/nearest.ts'
import { type Finding, type Problem, problemOfFile } from '../diagnostics/problem.ts'
import { DOCUMENTS } from './document-names.ts'
import { createParseCache } from './parse-cache.ts'
import { bareName, isMeantAsContent, misplacedDocument, type Place, placeEntry, unplaced } from './place.ts'
import { createUnreadText, readText, type TextFile } from './read-text.ts'

export type ContentFile = TextFile & Place

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

export const IMAGES = 'images'
const ownFiles = new Map(Object.entries(singles).map(([name, { needed }]) => [`${name}.yaml`, needed]))
/** Reports whether a file directly in the content folder is one of `site.yaml`, `facts.yaml` and so on. */
export const isSingle = (name: string): boolean => ownFiles.has(name)
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
  cache = createParseCache(),
  known = (_file: string, _version: string) => false,
): ContentFolder {
  const name = path.basename(folder)
  const found: ContentFolder = { files: [], singles: new Map(), images: new Set(), documents: new Set(), problems: [] }
  const at = (file: string) => path.join(folder, file)
  const report = (file: string, finding: Finding) => void found.problems.push(problemOfFile(`${name}/${file}`, finding))
  const refuse = (file: string, message: string) =>
    report(file, { rule: 'file/unreadable', message, help: 'Put a file in its place, or remove it.' })
  const refuseSpecial = (file: string): boolean => {
    const isSpecial = typeOf(at(file)) === 'special'
    if (isSpecial) refuse(file, SPECIAL)
    return isSpecial
  }
  const read = (file: string): TextFile | undefined => {
    if (refuseSpecial(file)) return undefined
    try {
      const text = cache.read(at(file), (place, version) => {
        const called = `${name}/${file}`
        return known(called, version) ? createUnreadText(place, called, version) : readText(place, called, version)
      })
      found.problems.push(...text.problems)
      return text
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      refuse(file, REFUSALS[code] ?? message)
      return undefined
    }
  }

  if (typeOf(folder) !== 'folder') {
    const help = 'Name another with --content, or make one with site init.'
    const message = `there is no content folder ${folder}`
    found.problems.push(problemOfFile(name, { rule: 'folder/missing', message, help }))
    return found
  }
  const folders = new Set([...collections.flatMap(({ folders }) => Object.keys(folders)), IMAGES, DOCUMENTS])
  const entries = readdirSync(folder).filter((entry) => !entry.startsWith('.'))
  for (const [file, needed] of ownFiles) {
    const text = entries.includes(file) ? read(file) : undefined
    if (text) found.singles.set(file, text)
    else if (needed && !entries.includes(file))
      report(file, { rule: 'file/missing', message: 'the file is missing', help: `Add ${name}/${file}.` })
  }
  for (const entry of entries) {
    if (isSingle(entry)) continue
    if (typeOf(at(entry)) !== 'folder') {
      if (folders.has(entry)) report(entry, unplaced('a folder of files is needed here', `Make it a folder.`))
      if (!isMeantAsContent(entry) || /^readme\./i.test(entry)) continue
      // The endings are alike in any case: how near it is shows in the names.
      const meant = [...ownFiles.keys()].find((single) => nearest(bareName(entry), [bareName(single)]))
      const help = `Did you mean ${meant ?? 'a file of one of the folders'}?`
      report(entry, unplaced('no file of this name is read here', help))
    } else if (entry === IMAGES) {
      for (const image of listFiles(at(IMAGES))) if (!refuseSpecial(`${IMAGES}/${image}`)) found.images.add(image)
    } else if (entry === DOCUMENTS) {
      for (const document of listFiles(at(DOCUMENTS))) {
        const file = `${DOCUMENTS}/${document}`
        if (refuseSpecial(file)) continue
        const fault = misplacedDocument(`${name}/${file}`)
        if (fault) report(file, fault)
        else found.documents.add(document)
      }
    } else if (folders.has(entry)) readFolder(entry)
    else if (listFiles(at(entry)).some(isMeantAsContent)) {
      const meant = nearest(entry, folders)
      const help = meant ? `Did you mean ${name}/${meant}?` : `Folders are ${[...folders].join(', ')}.`
      report(entry, unplaced('no kind of content has this folder, so its files are not read', help))
    }
  }
  return found

  function readFolder(home: string): void {
    const meantAsFiles = listFolders(at(home)).filter(isMeantAsContent)
    for (const child of meantAsFiles) refuse(`${home}/${child}`, REFUSALS.EISDIR)
    for (const child of listFiles(at(home))) {
      if (meantAsFiles.some((meant) => child.startsWith(`${meant}/`))) continue
      const file = `${home}/${child}`
      const place = placeEntry(`${name}/${file}`)
      if (place && 'rule' in place) report(file, place)
      const text = place && 'slug' in place && read(file)
      if (text) found.files.push(Object.assign(text, place))
    }
  }
}

/** Undefined for what is not there, such as the end of a link that leads nowhere or round in circles: whoever reads it says so. */
function typeOf(file: string): 'file' | 'folder' | 'special' | undefined {
  try {
    const found = statSync(file)
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'special'
  } catch {
    return undefined
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

export const folderRules: Explanations = {
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
  'file/unreadable': {
    means: 'A file of the content cannot be opened.',
    matters: 'What it says would be missing.',
    bad: 'content/blog/prime-day.md -> ../drafts/prime-day.md   # a link, and the draft is gone',
    good: 'content/blog/prime-day.md   # a file',
    fix: 'Put a file in its place, or remove it. Links to files that are there are followed.',
  },
}
