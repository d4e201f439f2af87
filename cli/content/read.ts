import path from 'node:path'
import { collections } from '@northshelf/site/collections/list.ts'
import { singleFileDefinitions } from '@northshelf/site/collections/single-files.ts'
import { createFileProblem, type Explanations, type Problem, type ProblemDetails } from '../diagnostics/problem.ts'
import { findNearestWord } from '../diagnostics/suggest.ts'
import { type ContentFiles, listFilesIn } from './content-files.ts'
import { createLazyTextFile, decodeTextFile, type TextFile } from './decode-text.ts'
import { DOCUMENTS_FOLDER } from './document-names.ts'
import {
  checkDocumentLocation,
  describeMisplacedFile,
  type EntryPosition,
  findEntryPathProblem,
  hasContentExtension,
  isForeignText,
  parseEntryPath,
  removeContentExtensions,
} from './entry-path.ts'
import { createParseCache } from './parse-cache.ts'
import { readLanguages } from './translations/read-languages.ts'
import { parseTranslationName, type TranslationName } from './translations/translation-name.ts'

export type ContentFile = TextFile & EntryPosition

/** The translation of a file. */
export type TranslationFile = TextFile & TranslationName

export interface ContentFolder {
  files: ContentFile[]
  /** Files outside the collections, keyed by name, such as `site.yaml` and `facts.yaml`. */
  singles: Map<string, TextFile>
  /** Names of the files in the `images` folder. */
  images: Set<string>
  /** Names of the files in the `files` folder. */
  documents: Set<string>
  translations: TranslationFile[]
  problems: Problem[]
}

export const IMAGES_FOLDER = 'images'
const singleFiles = new Map(Object.entries(singleFileDefinitions).map(([name, { needed }]) => [`${name}.yaml`, needed]))
/** Reports whether a file directly in the content folder is a known single file, such as `site.yaml`. */
const isSingleFileName = (name: string): boolean => singleFiles.has(name)
/** Messages for read errors, keyed by error code. */
const READ_ERRORS: Record<string, string> & { EISDIR: string } = {
  ENOENT: 'this symbolic link points to a file that does not exist',
  ELOOP: 'this symbolic link points to itself',
  EISDIR: 'expected a file, but this is a folder',
  EACCES: 'permission denied',
}

/**
 * Reads every file in a content folder, and reports misplaced files.
 * @param isSaved reports whether the cache contains results for this version of a file; if so, the file is not read
 */
export function readContentFolder(
  files: ContentFiles,
  cache = createParseCache(),
  isSaved = (_file: string, _stamp: string) => false,
): ContentFolder {
  const { folder } = files
  const name = path.basename(folder)
  const found: ContentFolder = {
    files: [],
    singles: new Map(),
    images: new Set(),
    documents: new Set(),
    translations: [],
    problems: [],
  }
  const report = (file: string, details: ProblemDetails) =>
    void found.problems.push(createFileProblem(`${name}/${file}`, details))
  const reportUnreadable = (file: string, message: string) =>
    report(file, { rule: 'file/unreadable', message, help: 'Replace it with a readable file, or remove it.' })
  // Special files are not read, because that could block forever.
  const reportIfSpecial = (file: string): boolean => {
    const isSpecial = files.typeOf(file) === 'special'
    if (isSpecial) reportUnreadable(file, 'expected a file, but this is a pipe, a socket or a device')
    return isSpecial
  }
  const read = (file: string): TextFile | undefined => {
    if (reportIfSpecial(file)) return undefined
    try {
      const text = cache.rememberFile(files, file, (stamp) => {
        const label = `${name}/${file}`
        const readBytes = () => files.read(file)
        return isSaved(label, stamp)
          ? createLazyTextFile(readBytes, label, stamp)
          : decodeTextFile(readBytes(), label, stamp)
      })
      found.problems.push(...text.problems)
      return text
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      reportUnreadable(file, READ_ERRORS[code] ?? message)
      return undefined
    }
  }

  if (files.typeOf('') !== 'folder') {
    const help = 'Choose another folder with --content, or create one with site init.'
    const message = `the content folder ${folder} does not exist`
    found.problems.push(createFileProblem(name, { rule: 'folder/missing', message, help }))
    return found
  }
  const entryFolders = collections.flatMap(({ folders }) => Object.keys(folders))
  const folders = new Set([...entryFolders, IMAGES_FOLDER, DOCUMENTS_FOLDER])
  const entries = files
    .list('')
    .map((entry) => entry.name)
    .filter((entry) => !entry.startsWith('.'))
  for (const [file, needed] of singleFiles) {
    const text = entries.includes(file) ? read(file) : undefined
    if (text) found.singles.set(file, text)
    else if (needed && !entries.includes(file))
      report(file, { rule: 'file/missing', message: 'the file is missing', help: `Add ${name}/${file}.` })
  }
  const site = found.singles.get('site.yaml')
  const languages = site ? readLanguages(site) : []
  /** Reads a file if its name is that of a translation into one of the site's languages. */
  const readTranslation = (file: string): boolean => {
    const name = parseTranslationName(file)
    if (!name || !languages.includes(name.language)) return false
    const text = read(file)
    if (text) found.translations.push(Object.assign(text, name, { of: `${path.basename(folder)}/${name.of}` }))
    return true
  }
  for (const entry of entries) {
    if (isSingleFileName(entry) || readTranslation(entry)) continue
    if (files.typeOf(entry) !== 'folder') {
      if (folders.has(entry))
        report(entry, describeMisplacedFile('expected a folder, but this is a file', 'Replace it with a folder.'))
      if (isForeignText(entry)) {
        const help = 'Copy its text into a file in one of the content folders.'
        const message = `files ending in ${path.extname(entry)} are not read here`
        report(entry, { ...describeMisplacedFile(message, help), severity: 'warning' })
      }
      if (!hasContentExtension(entry) || /^readme\./i.test(entry)) continue
      // Compare names without extensions, because a shared extension would make all names look similar.
      const meant = [...singleFiles.keys()].find((single) =>
        findNearestWord(removeContentExtensions(entry), [removeContentExtensions(single)]),
      )
      const help = meant ? `Did you mean ${meant}?` : 'Move it into one of the content folders.'
      report(entry, describeMisplacedFile('files with this name are not read here', help))
    } else if (entry === IMAGES_FOLDER) {
      for (const image of listFilesIn(files, IMAGES_FOLDER))
        if (!reportIfSpecial(`${IMAGES_FOLDER}/${image}`)) found.images.add(image)
    } else if (entry === DOCUMENTS_FOLDER) {
      for (const document of listFilesIn(files, DOCUMENTS_FOLDER)) {
        const file = `${DOCUMENTS_FOLDER}/${document}`
        if (reportIfSpecial(file)) continue
        const problem = checkDocumentLocation(`${name}/${file}`)
        if (problem) report(file, problem)
        else found.documents.add(document)
      }
    } else if (folders.has(entry)) readFolder(entry)
    else if (listFilesIn(files, entry).some(hasContentExtension)) {
      const meant = findNearestWord(entry, folders)
      const help = meant ? `Did you mean ${name}/${meant}?` : `Content folders are ${[...folders].join(', ')}.`
      report(entry, describeMisplacedFile('this is not a content folder, so its files are not read', help))
    }
  }
  return found

  function readFolder(home: string): void {
    // A symlink to a folder counts as a file.
    const subfolders = files.list(home).filter((entry) => entry.isFolder)
    const foldersNamedAsFiles = subfolders.map((entry) => entry.name).filter(hasContentExtension)
    for (const child of foldersNamedAsFiles) reportUnreadable(`${home}/${child}`, READ_ERRORS.EISDIR)
    const children = listFilesIn(files, home)
    for (const child of children) {
      if (foldersNamedAsFiles.some((folder) => child.startsWith(`${folder}/`))) continue
      const file = `${home}/${child}`
      if (readTranslation(file)) continue
      const place = parseEntryPath(`${name}/${file}`)
      const problem = place ? undefined : findEntryPathProblem(`${name}/${file}`, children)
      if (problem) report(file, problem)
      const text = place && read(file)
      if (text) found.files.push(Object.assign(text, place))
    }
  }
}

export const folderRules: Explanations = {
  'folder/missing': {
    means: 'The content folder does not exist.',
    matters: 'Without content there is no site.',
    bad: 'site check --content contnet',
    good: 'site check --content content',
    fix: 'Choose the folder with --content or SITE_CONTENT, or create one with site init.',
  },
  'file/missing': {
    means: 'A file that every site needs is missing.',
    matters: 'site.yaml contains all menus and labels, and facts.yaml contains the facts that the content uses.',
    bad: 'content/sites.yaml',
    good: 'content/site.yaml',
    fix: 'Add the file; cli/scaffold/init/template contains a short example.',
  },
  'file/unreadable': {
    means: 'A content file cannot be opened.',
    matters: 'Its content would be missing from the site.',
    bad: 'content/blog/new-oven.md -> ../drafts/new-oven.md   # a link to a deleted file',
    good: 'content/blog/new-oven.md   # a file',
    fix: 'Replace it with a readable file, or remove it. Symbolic links to existing files are allowed.',
  },
}
