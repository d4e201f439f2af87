import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import {
  type ContentFiles,
  createOverlay,
  type NewContents,
  openContentFolder,
  type SavedFiles,
} from '../content/content-files.ts'
import { decodeTextFile, isTextCorrupt, type TextFile } from '../content/decode-text.ts'
import { createParseCache, type ParseCache } from '../content/parse-cache.ts'
import type { ParsedFolder } from '../content/parsed.ts'
import { type EditionRequest, resolveEdition } from '../content/publication.ts'
import { type ContentFolder, readContentFolder } from '../content/read.ts'
import { listSchedule, type ScheduledEntry } from '../content/schedule.ts'
import { findTimeZone } from '../content/site-settings.ts'
import { listTranslatedPages } from '../content/translations/list-translated-pages.ts'
import { type FileTexts, isError, type Problem, sortProblems } from '../diagnostics/problem.ts'
import { runRules } from '../rules/list.ts'
import { assembleContent } from './assemble-content.ts'
import {
  joinLanguages,
  locateTranslationProblems,
  type TranslatedFolder,
  translateFolder,
} from './check-translation.ts'
import { openSavedResults, type ParseOptions, parseFiles } from './parse-files.ts'
import { dropUnverifiedFixes } from './verify-fixes.ts'

/** A content folder that has been read and checked, on disk or with unsaved changes. */
export interface CheckedContent {
  /** Undefined if there is any error, because a site must never be built from partial content. */
  content: Content | undefined
  problems: Problem[]
  parsed: ParsedFolder
  files: ContentFiles
  /** Checks the same files with further changes. */
  dryRun: DryRun
}

/** Reads and checks content with changes, without writing or caching anything. Unchanged files are parsed only once. */
type DryRun = (changes: NewContents) => Promise<CheckedContent>

interface CheckOptions extends ParseOptions {
  edition: EditionRequest
  /** The translated pages of the source, if the content is a translation. */
  translatedPages?: ParsedFolder['translatedPages'] | undefined
}

/** Without the cache of an earlier load, all files are parsed. By default, the edition is that of the current moment. */
export interface LoadOptions extends Partial<Omit<CheckOptions, 'saved' | 'translatedPages'>> {
  /**
   * Whether to read the text of every file at the start. Otherwise, the text of a file with saved results is read when
   * it is needed; if the file has changed by then, the text does not match the results.
   */
  readAllTexts?: boolean
}

/** Content as it is on disk. */
export interface SavedContent extends CheckedContent {
  files: SavedFiles
}

export interface LoadResult extends Pick<CheckedContent, 'content' | 'problems'> {
  /** Day that was treated as today, as YYYY-MM-DD. */
  today: string
  /** Valid entries that are drafts, scheduled or expired, or that will expire. */
  schedule: ScheduledEntry[]
  /** Text of every file, used for excerpts in diagnostics. */
  texts: FileTexts
  files: number
}

/** Reads, parses and checks a content folder. Returns all problems, but only the fixes that a dry run has verified. */
export async function loadContent(folder: string, options: LoadOptions = {}): Promise<LoadResult> {
  const { content, problems, parsed, dryRun } = await checkSaved(folder, options)
  const { files, edition, translations } = parsed
  const all = [...files, ...translations]
  return {
    content,
    problems: await dropUnverifiedFixes({ problems, parsed }, dryRun),
    today: edition.today,
    schedule: listSchedule(files, edition.today),
    texts: options.cache ? createFileTexts(all) : createLazyFileTexts(folder, all, problems),
    files: files.length,
  }
}

/**
 * Reads, parses and checks a content folder. Does not verify fixes. With the cache of an earlier call, returns the same
 * result if no file has changed.
 */
export async function checkSaved(
  folder: string,
  { onProgress, cache = createParseCache(), edition = {}, readAllTexts }: LoadOptions = {},
): Promise<SavedContent> {
  // Load saved results only into an empty cache. A cache that has been used before already contains them.
  const saved = cache.isEmpty() ? openSavedResults(cache.disk, folder) : undefined
  const files = openContentFolder(folder)
  const read = readContentFolder(files, cache, readAllTexts ? undefined : saved?.has)
  const fingerprint = files.fingerprint()
  const variant = JSON.stringify([edition.drafts, edition.all])
  const last = cache.folders.get(variant) as { fingerprint: string; result: SavedContent } | undefined
  if (last?.fingerprint === fingerprint && isSameEdition(last.result, edition)) return last.result
  const result = await checkFiles(files, read, { cache, edition, saved, onProgress })
  saved?.save(new Set(read.files.map(({ file }) => file)))
  cache.folders.set(variant, { fingerprint, result })
  return result
}

function isSameEdition({ parsed: { files, edition } }: SavedContent, request: EditionRequest): boolean {
  return JSON.stringify(resolveEdition(request, findTimeZone(files))) === JSON.stringify(edition)
}

/** Parses the files of a content folder and checks them with all rules. */
async function checkFiles<Files extends ContentFiles>(
  files: Files,
  read: ContentFolder,
  { edition: request, ...options }: CheckOptions,
): Promise<CheckedContent & { files: Files }> {
  const { cache } = options
  const { facts, results, flawless } = await parseFiles(read, options)
  const parsedFiles = results.map(({ parsed }) => parsed)
  const edition = resolveEdition(request, findTimeZone(parsedFiles))
  const { images, documents, translations } = read
  const { translatedPages = translations.length > 0 ? listTranslatedPages(parsedFiles, translations) : [] } = options
  const parsed: ParsedFolder = { files: parsedFiles, facts, images, documents, translations, edition, translatedPages }
  const assembled = await assembleContent(files, results, parsed, cache)
  const found = [read, ...results, assembled].flatMap((part) => part.problems)
  const problems = [...found, ...runRules(parsed, flawless)]
  const translated = await checkTranslations(files, read, parsed, problems.some(isError) ? undefined : cache)
  problems.push(...translated.flatMap((language) => language.problems))
  let content = problems.some(isError) ? undefined : assembled.content
  if (content && translated.length > 0) {
    const joined = joinLanguages(content, translated, edition)
    problems.push(...joined.problems)
    content = joined.problems.length > 0 ? undefined : joined.content
  }
  // If a file could not be decoded reliably, omit its other problems, because the decoding may have caused them.
  const unreliable = new Set(read.problems.filter(isTextCorrupt).map(({ file }) => file))
  const reported = problems.filter((problem) => isTextCorrupt(problem) || !unreliable.has(problem.file))
  return {
    content,
    problems: sortProblems(reported),
    parsed,
    files,
    dryRun: createDryRun(files, { cache, edition }),
  }
}

/**
 * Checks the content in each of its other languages, as a folder in which texts are replaced with their translations.
 * @param cache undefined if the source has errors: then only the translation files themselves are checked
 */
async function checkTranslations(files: ContentFiles, read: ContentFolder, parsed: ParsedFolder, cache?: ParseCache) {
  const checked: (TranslatedFolder & { content: Content | undefined })[] = []
  for (const language of read.languages) {
    const folder = translateFolder(language, parsed.files, read.translations)
    if (!cache || folder.problems.some(isError)) {
      checked.push({ ...folder, content: undefined })
      continue
    }
    const own = cache.forLanguage(language)
    const overlay = createOverlay(files, folder.contents)
    const { content, problems } = await checkFiles(overlay, readContentFolder(overlay, own), {
      cache: own,
      edition: parsed.edition,
      translatedPages: parsed.translatedPages,
    })
    const located = locateTranslationProblems(folder, problems)
    checked.push({ ...folder, content, problems: [...folder.problems, ...located] })
  }
  return checked
}

function createDryRun(files: ContentFiles, { cache, edition }: CheckOptions): DryRun {
  return async (changes) => {
    const changed = createOverlay(files, changes)
    const branch = cache.branch()
    return checkFiles(changed, readContentFolder(changed, branch), { cache: branch, edition })
  }
}

/** Provides the text of each file as it was when the file was parsed. */
function createFileTexts(files: readonly TextFile[]): FileTexts {
  const named = new Map(files.map((file) => [file.file, file]))
  return { get: (file) => named.get(file)?.text, keys: () => named.keys() }
}

/**
 * Provides file texts. Keeps only the texts of files with problems, as they were when the problems were found, and
 * reads other files on demand, because keeping all texts would take more memory than the rest of the content.
 */
function createLazyFileTexts(folder: string, files: readonly TextFile[], problems: readonly Problem[]): FileTexts {
  const names = new Set(files.map(({ file }) => file))
  const faulty = new Set(problems.map(({ file }) => file))
  const stored = new Map(files.flatMap((item) => (faulty.has(item.file) ? [[item.file, item.text]] : [])))
  const read = (file: string) =>
    stored.get(file) ?? decodeTextFile(readFileSync(path.join(path.dirname(folder), file)), file, '').text
  return { get: (file) => (names.has(file) ? read(file) : undefined), keys: () => names.keys() }
}
