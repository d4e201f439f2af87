import type { ParsedFile } from '../parsed.ts'
import type { TranslationFile } from '../read.ts'
import type { ValuePath } from '../yaml/source.ts'
import { parseTranslation } from './parse-translation.ts'
import { listTranslatableTexts } from './translatable-texts.ts'
import { translateFile } from './translate-file.ts'
import { getTranslationName } from './translation-name.ts'

/** A text of a file, with its translation. */
export interface TranslatedText {
  /** Paths of the text in the source; empty for the Markdown below the fields. */
  paths: ValuePath[]
  source: string
  /** Empty if the text is not translated. */
  text: string
  /** `optional` texts are not translated, and need not be. */
  state: 'missing' | 'outdated' | 'optional' | 'current'
  /** The text that was translated, if the source has changed since then; unknown for Markdown. */
  before?: string | undefined
  /** Index of the text's pair in the translation file; undefined if it has none. */
  index?: number | undefined
}

/**
 * Returns the texts of a file in the order of the source, with their translations. If there is no translation file,
 * `file` and `translation` are undefined; if the file has errors, only `translation` is.
 */
export function readTranslationState(
  sourceFile: ParsedFile,
  language: string,
  translations: readonly TranslationFile[],
) {
  const name = getTranslationName(sourceFile.file, language)
  const file = translations.find((other) => other.file === name)
  const translation = file && parseTranslation(file).translation
  const { pairing, isBodyMissing, isBodyOutdated } = translateFile(sourceFile, language, translation)
  const pairs = new Map(translation?.fields.texts.map(({ from }, index) => [from, index]))
  const texts = new Map<string, TranslatedText>()
  for (const { value: source, path, isRequired } of listTranslatableTexts(sourceFile, language)) {
    const { paths = [], state: known } = texts.get(source) ?? {}
    const { to: text = '', outdated: before, index = pairs.get(source) } = pairing.translations.get(source) ?? {}
    const untranslated = isRequired || known === 'missing' ? 'missing' : 'optional'
    const state = text === '' ? untranslated : before === undefined ? 'current' : 'outdated'
    texts.set(source, { paths: [...paths, path], source, text, state, before, index })
  }
  const source = sourceFile.body?.text.trim() ?? ''
  const text = isBodyMissing ? '' : (translation?.body.body.trim() ?? '')
  const state = isBodyMissing ? 'missing' : isBodyOutdated ? 'outdated' : 'current'
  const all = source === '' ? [...texts.values()] : [...texts.values(), { paths: [[]], source, text, state } as const]
  return { texts: all as TranslatedText[], file, translation }
}
