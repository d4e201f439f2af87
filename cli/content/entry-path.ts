import path from 'node:path'
import type { Collection } from '@northshelf/site/collections/collection.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { Explanations, ProblemDetails } from '../diagnostics/problem.ts'
import { DOCUMENTS_FOLDER, downloadTypes } from './documents.ts'
import { isSlug, toSlug } from './slug.ts'
import { parseTranslationName } from './translations/translation-name.ts'

export interface EntryPosition {
  collection: Collection
  folder: string
  slug: string
}

const EXTENSIONS = /(?:\.(?:ya?ml|md|markdown|mdx|json))+$/i
/** Reports whether a file name has an extension that content files use. Other files are ignored. */
export const hasContentExtension = (name: string): boolean => EXTENSIONS.test(name)
/** Reports whether a file probably contains text in a format that is not read, such as a Word document. */
export const isForeignText = (name: string): boolean =>
  /\.(?:docx?|odt|rtf|txt|html?|pages)$/i.test(name) && !/(?:^|\/)readme\./i.test(name)
/** Removes all content extensions from a name, including repeated ones. */
export const removeContentExtensions = (name: string): string => name.replace(EXTENSIONS, '')

/**
 * Returns the collection, folder and slug of an entry file; undefined for other files.
 * @param file relative to the parent of the content folder
 */
export function parseEntryPath(file: string): EntryPosition | undefined {
  const [, folder = '', name = '', ...deeper] = file.split('/')
  const { name: slug, ext } = path.parse(name)
  const collection = collections.find(({ folders, extension }) => folder in folders && extension === ext)
  return collection && deeper.length === 0 && isSlug(slug) ? { collection, folder, slug } : undefined
}

/**
 * Returns the problem of a file that looks like an entry but has an invalid name or location; undefined for other files.
 * @param file relative to the parent of the content folder; not an entry
 * @param siblings names of the files in its folder, which are not suggested as new names
 */
export function findEntryPathProblem(file: string, siblings: readonly string[]): ProblemDetails | undefined {
  const [root, folder = '', name = '', ...deeper] = file.split('/')
  const { name: slug, ext } = path.parse(name)
  const candidates = collections.filter(({ folders }) => folder in folders)
  if (deeper.length > 0)
    return hasContentExtension(file) || isForeignText(file) ? describeSubfolder(`${root}/${folder}`) : undefined
  const translation = parseTranslationName(name)
  if (translation && candidates.some(({ extension }) => extension === ext)) {
    const help = `To translate ${translation.of}, add the language to site.yaml: languages: [${translation.language}]. Otherwise, rename the file.`
    return describeMisplacedFile(`"${translation.language}" is not a language of this site`, help)
  }
  const meant = toSlug(removeContentExtensions(slug))
  if (candidates.some(({ extension }) => extension === ext)) return describeInvalidName(slug, meant && meant + ext)
  const names = candidates.map(({ extension }) => meant + extension)
  const message = `files ending in ${ext} are not read here`
  if (isForeignText(name)) {
    const details = describeMisplacedFile(message, `Copy its text into ${names.join(' or ')}.`)
    return hasContentExtension(slug) ? details : { ...details, severity: 'warning' }
  }
  if (!hasContentExtension(name) && !hasContentExtension(slug)) return undefined
  const free = names.filter((other) => !siblings.includes(other))
  const help =
    free.length > 0 ? `Name it ${free.join(' or ')}.` : `Remove it: there is already a file ${names.join(' and ')}.`
  return describeMisplacedFile(message, help)
}

/** Returns the reason why a file in the documents folder cannot be published; undefined if it can. */
export function checkDocumentLocation(file: string): ProblemDetails | undefined {
  const [root, , name = '', ...deeper] = file.split('/')
  const { name: slug, ext } = path.parse(name)
  const extensions = Object.keys(downloadTypes)
  const extension = ext.toLowerCase()
  if (deeper.length > 0) return describeSubfolder(`${root}/${DOCUMENTS_FOLDER}`)
  if (!extensions.includes(extension)) {
    const help = `Only ${extensions.join(', ')} files are published here; images belong in ${root}/images.`
    return describeMisplacedFile(`files ending in ${ext || slug} cannot be offered for download`, help)
  }
  return isSlug(slug) && ext === extension ? undefined : describeInvalidName(name, toSlug(slug) + extension)
}

export function describeMisplacedFile(message: string, help: string): ProblemDetails {
  return { rule: 'file/unplaced', message, help }
}

function describeSubfolder(folder: string): ProblemDetails {
  return describeMisplacedFile('subfolders of this folder are not read', `Move the file to ${folder}.`)
}

function describeInvalidName(name: string, meant: string): ProblemDetails {
  const help = `Use lower-case letters, digits and single dashes${meant && `: ${meant}`}.`
  return { rule: 'file/name', message: `"${name}" cannot be used in an address`, help }
}

export const fileLocationRules: Explanations = {
  'file/unplaced': {
    means: 'A file looks like content but is not read, because of its folder or extension.',
    matters: 'Its page would be missing from the site.',
    bad: 'content/blog/drafts/new-oven.md\ncontent/services/bread.yml',
    good: 'content/blog/new-oven.md\ncontent/services/bread.yaml',
    fix: 'Move or rename it. Articles, jobs and text pages are .md files; all other content files are .yaml files.',
  },
  'file/name': {
    means: 'A file name cannot be used in an address.',
    matters: 'The file name is the last part of the page address, which people read, share and type.',
    bad: 'content/blog/New Oven 2.md',
    good: 'content/blog/new-oven-2.md',
    fix: 'Use lower-case letters, digits and single dashes.',
  },
}
