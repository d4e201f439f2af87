import path from 'node:path'
import { singleFileDefinitions } from '@northshelf/site/collections/single-files.ts'
import { languageCode } from '@northshelf/site/entries/site.ts'
import { getLanguageName } from '@northshelf/site/schema/language.ts'
import pc from 'picocolors'
import type { ParsedFile } from '../content/parsed.ts'
import { readLanguages } from '../content/site-settings.ts'
import { listTranslatableTexts } from '../content/translations/translatable-texts.ts'
import { getTranslationName } from '../content/translations/translation-name.ts'
import { writeTranslation } from '../content/translations/write-translation.ts'
import { writeFiles } from '../content/write-files.ts'
import { shortenPath, toDisplayPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import { TRANSLATED_FILES, translateFolder } from '../engine/check-translation.ts'
import { checkSaved } from '../engine/load.ts'
import { type CommonOptions, printJson } from './options.ts'

interface TranslateOptions extends CommonOptions {
  accept?: boolean
  dryRun?: boolean
}

/** A translation file, and what is left to do in it. */
interface TranslationState {
  /** Path relative to the parent of the content folder. */
  file: string
  /** Numbers of texts, counting the Markdown below the fields as one. */
  missing: number
  outdated: number
  /** Whether the file has been written, or would be in a dry run. */
  written: boolean
}

/**
 * `site translate <language> [names...]`: adds the missing texts to translation files, and lists what is missing or
 * outdated. With names, such as `pages/about`, only for these files; otherwise for all that have a translation, and for
 * those that have no page of their own, but whose texts translated pages may show.
 * @throws Failure with exit code 2 if the language is invalid or not in site.yaml, or if a file does not exist
 */
export async function runTranslateCommand(
  language: string,
  names: readonly string[],
  options: TranslateOptions,
): Promise<void> {
  const folder = path.resolve(options.content)
  const files = await writeTranslations(folder, language, names, options)
  if (options.json) return printJson({ language, files })
  for (const { file, missing, outdated, written } of files) {
    const state = written && (options.dryRun ? 'would be written' : 'written')
    const open = [missing > 0 && `${missing} missing`, outdated > 0 && `${outdated} outdated`, state]
    process.stdout.write(
      `  ${pc.cyan(toDisplayPath(file, folder))}  ${open.filter(Boolean).join(', ') || 'complete'}\n`,
    )
  }
  const rest = files.reduce((sum, { missing }) => sum + missing, 0)
  process.stdout.write(
    `${pluralize(rest, 'text')} to translate into ${getLanguageName(language)}. Fill in each "to:" in ${shortenPath(folder)}; "site check" lists the rest.\n`,
  )
}

/** Writes the translation files of a content folder. */
export async function writeTranslations(
  folder: string,
  language: string,
  names: readonly string[],
  { accept = false, dryRun = false }: Pick<TranslateOptions, 'accept' | 'dryRun'> = {},
): Promise<TranslationState[]> {
  if (accept && names.length === 0)
    throw new Failure('Name the files whose translations are up to date, such as pages/about.', exitCodes.usage)
  const { parsed } = await checkSaved(folder)
  const { files, translations } = parsed
  const site = files.find(({ collection, slug }) => !collection && slug === 'site')
  if (!languageCode.safeParse(language).success || !site || !readLanguages(site).includes(language))
    throw new Failure(
      `"${language}" is not a language of this site. Add it to site.yaml first: languages: [${[...(site ? readLanguages(site) : []), language].join(', ')}].`,
      exitCodes.usage,
    )
  const translated = translateFolder(language, files, translations)
  const known = new Map(
    [...translated.files.values()].flatMap(({ translation }) =>
      (translation?.fields.texts ?? []).flatMap(({ from, to }) => (to === '' ? [] : [[from, to] as const])),
    ),
  )
  const chosen = names.length > 0 ? names.map((name) => findFile(files, name)) : undefined
  const results = [...translated.files.values()].flatMap(
    ({ sourceFile, translation, translated: { pairing, ...result } }) => {
      const isWanted = chosen ? chosen.includes(sourceFile) : translation || translated.needed.has(sourceFile)
      const texts = listTranslatableTexts(sourceFile, language).filter(({ isRequired }) => isRequired)
      if (!isWanted || (texts.length === 0 && !sourceFile.body)) return []
      const file = getTranslationName(sourceFile.file, language)
      const before = translations.find((other) => other.file === file)?.text
      // A file with errors is left alone; `site check` reports them.
      if (before !== undefined && !translation) return []
      const after = writeTranslation(sourceFile, language, translation, { known, areCurrent: accept })
      const outdated = [...pairing.translations.values()].filter((pair) => pair.outdated !== undefined).length
      const open = new Set(result.missing.map(({ value }) => value).filter((value) => !known.has(value)))
      const missing = open.size + Number(result.isBodyMissing)
      const state = { file, missing, outdated: outdated + Number(result.isBodyOutdated), written: before !== after }
      return [{ state, after }]
    },
  )
  const changed = results.filter(({ state }) => state.written).map(({ state, after }) => ({ file: state.file, after }))
  if (!dryRun) writeFiles(changed, ({ file }) => path.join(path.dirname(folder), file))
  return results.map(({ state }) => state)
}

/** @throws Failure if there is no such file */
function findFile(files: readonly ParsedFile[], name: string): ParsedFile {
  const wanted = name.replace(/^.*?content\//, '').replace(/\.(?:yaml|md)$/, '')
  const found = files.find(({ file }) => file.slice(file.indexOf('/') + 1).replace(/\.(?:yaml|md)$/, '') === wanted)
  if (found && (found.collection || TRANSLATED_FILES.includes(found.slug))) return found
  const single = found && found.slug in singleFileDefinitions
  throw new Failure(
    single ? `${name} contains no text to translate.` : `There is no content file ${name}. Name it like pages/about.`,
    exitCodes.usage,
  )
}
