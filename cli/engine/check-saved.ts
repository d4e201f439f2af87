import type { Content } from '@northshelf/site/collections/content.ts'
import { hash } from '../cache.mjs'
import {
  type ContentFiles,
  createOverlay,
  type NewContents,
  openContentFolder,
  type SavedFiles,
} from '../content/content-files.ts'
import { isTextCorrupt } from '../content/decode-text.ts'
import { listNamedFacts, type NamedFacts } from '../content/facts.ts'
import { memoize } from '../content/memoize.ts'
import { createContentParser, type FileParseResult } from '../content/parse.ts'
import { createParseCache, type ParseCache } from '../content/parse-cache.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { type EditionRequest, resolveEdition } from '../content/publication.ts'
import { type ContentFile, type ContentFolder, readContentFolder } from '../content/read.ts'
import { findTimeZone } from '../content/site-settings.ts'
import { listTranslatedPages } from '../content/translations/list-translated-pages.ts'
import { isError, type Problem, sortProblems } from '../diagnostics/problem.ts'
import { createFileChecker, runRules } from '../rules/list.ts'
import { assembleContent } from './assemble-content.ts'
import {
  joinLanguages,
  locateTranslationProblems,
  type TranslatedFolder,
  translateFolder,
} from './check-translation.ts'
import { createSavedResult, openSavedResults, type SavedResults } from './saved-results.ts'

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
export type DryRun = (changes: NewContents) => Promise<CheckedContent>

interface CheckOptions {
  cache: ParseCache
  edition: EditionRequest
  /** Results that the last command saved. */
  saved?: SavedResults | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
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

const listFileFacts = memoize(({ text }: ContentFile) => listNamedFacts(text))

/** Parses the files in a folder. Reuses results from the cache, and results that the last command saved. */
async function parseFiles(read: ContentFolder, { cache, saved, onProgress }: Omit<CheckOptions, 'edition'>) {
  const stamps = [...read.singles].map(([name, { stamp }]) => `${name} ${stamp}`)
  const parser = await cache.remember('parser', [stamps.join('\n')], async () => createContentParser(read))
  const facts = await cache.remember('facts', [JSON.stringify([...parser.fileFacts])], async () => parser.fileFacts)
  const allFacts = hash(JSON.stringify([parser.complete, ...parser.facts]))
  // The message for an unknown fact suggests a similar name, so it depends on all facts.
  const keyOfFacts = (names: NamedFacts) =>
    names === 'all' || names.some((name) => !parser.facts.has(name))
      ? allFacts
      : JSON.stringify(names.map((name) => parser.facts.get(name)))
  const checkFile = createFileChecker(facts)
  // Do not save the results of files with read problems: a file with saved results is not read again, so its problems
  // would be lost.
  const unsaved = new Set(read.problems.map(({ file }) => file))

  const results: FileParseResult[] = []
  // Files in which the single-file rules are known to find no problems.
  const flawless = new Set<ParsedFile>()
  for (const single of read.singles.values()) {
    const key = [single.stamp, allFacts]
    results.push(await cache.remember(single.file, key, () => parser.single(single)))
  }
  for (const [index, file] of read.files.entries()) {
    onProgress?.(index, read.files.length)
    const namedFacts = saved?.namedFacts(file) ?? listFileFacts(file)
    const factsKey = keyOfFacts(namedFacts)
    const result = await cache.remember(file.file, [file.stamp, factsKey], () => parse(file, namedFacts, factsKey))
    results.push(result)
    if (result.flawlessUnder === allFacts) flawless.add(result.parsed)
  }
  return { facts, results, flawless }

  async function parse(file: ContentFile, namedFacts: NamedFacts, factsKey: string): Promise<FileParseResult> {
    const restored = saved?.restore(file, factsKey)
    if (restored && restored.flawlessUnder !== allFacts && checkFile(restored.parsed).length === 0)
      return saved?.confirm(file, allFacts) ?? restored
    if (restored) return restored
    const result = await parser.file(file)
    if (!saved) return result
    const hasProblems = unsaved.has(file.file) || result.problems.length > 0 || checkFile(result.parsed).length > 0
    const record = hasProblems ? undefined : createSavedResult(result, { namedFacts, factsKey, checked: allFacts })
    // Copy the record, because its strings may be substrings that keep the text of the whole file in memory.
    if (record) saved.add(file, JSON.parse(JSON.stringify(record)))
    return saved.restore(file, factsKey) ?? result
  }
}
