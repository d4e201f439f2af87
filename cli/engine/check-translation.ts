import { getReferenceName } from '@northshelf/site/collections/addresses.ts'
import { type Content, getPagedEntries, type PageTranslation } from '@northshelf/site/collections/content.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import { listAddresses } from '../content/addresses.ts'
import type { NewContents } from '../content/content-files.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { type Edition, isShown } from '../content/publication.ts'
import type { TranslationFile } from '../content/read.ts'
import { listReferences } from '../content/schema/walk-schema.ts'
import { type LocalPage, localizeContent } from '../content/translations/localize-content.ts'
import type { TextPairing } from '../content/translations/pair-texts.ts'
import { type ParsedTranslation, parseTranslation } from '../content/translations/parse-translation.ts'
import { listTranslatableTexts } from '../content/translations/translatable-texts.ts'
import { type TranslatedFile, translateFile } from '../content/translations/translate-file.ts'
import { getTranslationName } from '../content/translations/translation-name.ts'
import { createSharedAddressProblem, listTranslationProblems } from '../content/translations/translation-problems.ts'
import { toOffset } from '../diagnostics/location.ts'
import { createFileProblem, createProblemAt, type Problem } from '../diagnostics/problem.ts'
import { suggestCorrection } from '../diagnostics/suggest.ts'

/** The files of a content folder in one language. */
export interface TranslatedFolder {
  language: string
  /** The translated files, for a check that treats them like a folder of their own. */
  contents: NewContents
  files: Map<string, { sourceFile: ParsedFile; translation: ParsedTranslation | undefined; translated: TranslatedFile }>
  /** Files that have no page of their own, but whose texts translated pages may show. */
  needed: ReadonlySet<ParsedFile>
  problems: Problem[]
}

/** Files outside the collections that are translated. The others contain only addresses. */
export const TRANSLATED_FILES = ['site', 'facts']

const isSiteFile = ({ collection, slug }: ParsedFile) => !collection && slug === 'site'

/** Translates the files of a content folder into a language. */
export function translateFolder(
  language: string,
  files: readonly ParsedFile[],
  all: readonly TranslationFile[],
): TranslatedFolder {
  const contents = new Map<string, string | undefined>(all.map(({ file }) => [file, undefined]))
  const own = new Map(all.filter((file) => file.language === language).map((file) => [file.of, file]))
  const needed = listNeededFiles(files, new Set(own.keys()))
  const translated: TranslatedFolder['files'] = new Map()
  const problems: Problem[] = []
  let names: TextPairing['translations'] | undefined
  // The other files refer to names in site.yaml.
  for (const sourceFile of [...files].sort((a, b) => Number(isSiteFile(b)) - Number(isSiteFile(a)))) {
    const file = own.get(sourceFile.file)
    own.delete(sourceFile.file)
    if (!sourceFile.collection && !TRANSLATED_FILES.includes(sourceFile.slug)) continue
    const parsed = file && parseTranslation(file)
    problems.push(...(parsed?.problems ?? []))
    const translation = parsed?.translation
    if (!sourceFile.source?.rawData) continue
    const result = translateFile(
      sourceFile,
      language,
      translation,
      isSiteFile(sourceFile) ? { language, languages: [] } : {},
      names,
    )
    if (isSiteFile(sourceFile)) names = result.pairing.translations
    translated.set(sourceFile.file, { sourceFile, translation, translated: result })
    contents.set(sourceFile.file, result.text)
    if (translation) problems.push(...listTranslationProblems(sourceFile, language, translation, result))
    else if (!parsed && needed.has(sourceFile)) problems.push(...listMissingFileProblems(sourceFile, language))
  }
  const possible = files.map(({ file }) => getTranslationName(file, language))
  for (const { file, of } of own.values())
    problems.push(
      createFileProblem(file, {
        rule: 'translation/unused',
        message: `there is no file ${of}`,
        help: suggestCorrection(file, possible) ?? 'Rename this file after the file that it translates, or remove it.',
      }),
    )
  return { language, contents, files: translated, needed, problems }
}

/** Lists the files without a page, except the entries to which only untranslated pages refer. */
function listNeededFiles(files: readonly ParsedFile[], translated: ReadonlySet<string>): Set<ParsedFile> {
  const pages = new Set(listAddresses(files).map(({ file }) => file))
  const uses = files.flatMap((file) => listReferences(file).map((use) => ({ file, ...use })))
  const isShown = (list: string, name: string): boolean => {
    const own = uses.filter(({ collection, slug }) => collection === list && slug === name)
    return own.length === 0 || own.some(isShownBy)
  }
  const isShownBy = ({ file, path: [part, name] }: (typeof uses)[number]) => {
    if (pages.has(file)) return translated.has(file.file)
    if (part === 'dialogs') return isShown(part, String(name))
    const users = files.filter(({ collection }) => collection?.words === part)
    return users.length === 0 || users.some((user) => translated.has(user.file))
  }
  // Sections may show all people and places, without references.
  const isNeeded = ({ collection, folder, slug }: ParsedFile) =>
    !collection || collection.pages || isShown(collection.name, getReferenceName(collection, { folder, slug }))
  return new Set(files.filter((file) => !pages.has(file) && isNeeded(file)))
}

function listMissingFileProblems(sourceFile: ParsedFile, language: string): Problem[] {
  if (!listTranslatableTexts(sourceFile, language).some(({ isRequired }) => isRequired)) return []
  return [
    createFileProblem(sourceFile.file, {
      rule: 'translation/missing',
      severity: 'warning',
      message: `no text of this file is translated into "${language}"`,
      help: `Pages in this language show its texts untranslated. site translate ${language} creates the file to fill in.`,
    }),
  ]
}

/**
 * Moves the problems of translated files to the places of the translations. Discards warnings about all other text,
 * which the check of the source reports.
 */
export function locateTranslationProblems({ files, language }: TranslatedFolder, problems: readonly Problem[]) {
  return problems.flatMap(({ file, line, column, length, related: _related, fix: _fix, ...details }): Problem[] => {
    const { translation, translated } = files.get(file) ?? {}
    const start = translated ? toOffset(translated.text, { line, column }) : 0
    const place = translated?.locate([start, start + length])
    if (place && place.file === translation?.file) return [createProblemAt(place.file, place.range, details)]
    if (details.severity !== 'error') return []
    // Errors outside of translations are consequences of the translation.
    const local = { ...details, message: `in "${language}": ${details.message}` }
    if (place) return [createProblemAt(place.file, place.range, local)]
    return [createFileProblem(translation?.file.file ?? file, local)]
  })
}

/** Lists the pages that are published in a language: those with all their texts, by file of the source. */
function listLocalPages({ files }: TranslatedFolder, edition: Edition): Map<string, LocalPage> {
  const pages = new Map<string, LocalPage>()
  for (const [file, { sourceFile, translation, translated }] of files) {
    if (!sourceFile.collection?.pages || !translation || !isShown(sourceFile, edition)) continue
    const { fallback, path, slug } = translation.fields
    const isComplete = translated.missing.length === 0 && !translated.isBodyMissing
    if (isComplete || fallback === 'source') pages.set(file, { file: translation.file.file, path, slug })
  }
  return pages
}

/**
 * Adds the translations to the content, and lists each page with the same page in the other languages. Reports
 * translated pages with the same address.
 * @param folders the checked translations; those without content are omitted
 */
export function joinLanguages(
  source: Content,
  folders: readonly (TranslatedFolder & { content: Content | undefined })[],
  edition: Edition,
): { content: Content; problems: Problem[] } {
  const local = folders.flatMap(({ content, ...folder }) => {
    if (!content) return []
    const { language, files } = folder
    const site = [...files.values()].find(({ sourceFile }) => isSiteFile(sourceFile))
    const localized = localizeContent(
      content,
      language,
      listLocalPages(folder, edition),
      site?.translation?.fields.addresses,
    )
    return [{ language, files, ...localized }]
  })
  const translatedPages = new Map<string, PageTranslation[]>()
  for (const path of new Set(local.flatMap(({ paths }) => [...paths.keys()]))) {
    const others = local.flatMap(({ language, paths }): PageTranslation[] => {
      const own = paths.get(path)
      return own === undefined ? [] : [{ language, path: own }]
    })
    const all = [{ language: source.site.language, path }, ...others]
    for (const page of all) translatedPages.set(page.path, all)
  }
  const translations = local.map(({ content }) => ({ ...content, translatedPages }))
  const problems = local.flatMap(({ files, content }) => findSharedAddresses(files, content))
  return { content: { ...source, translatedPages, translations }, problems }
}

function findSharedAddresses(files: TranslatedFolder['files'], content: Content): Problem[] {
  const translations = new Map([...files.values()].map(({ translation }) => [translation?.file.file, translation]))
  const owners = new Map<string, string>()
  return collections.flatMap((collection) =>
    getPagedEntries(collection, content).flatMap(({ path, file }): Problem[] => {
      const other = owners.get(path)
      owners.set(path, file)
      const translation = translations.get(file)
      if (other === undefined || !translation) return []
      return [createSharedAddressProblem(translation, path, other)]
    }),
  )
}
