import type { Site } from '@northshelf/site/entries/site.ts'
import { hash } from '../../cache.mjs'
import type { ParsedFile } from '../parsed.ts'
import { type FreeText, listFreeTexts } from '../schema/marked-fields.ts'
import { german } from './german.ts'

/** Matches text that needs a translation, after the names of facts have been removed. */
const WORDS = /\p{L}/u

/** Standard translations of labels, by language. */
const standardLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = { de: german }

export function getStandardLabels(language: string): Readonly<Record<string, string>> {
  return standardLabels[new Intl.Locale(language).language] ?? {}
}

/** Returns the data of a file before facts are filled in. Labels of site.yaml that it does not define have their defaults. */
export function readUntranslatedData({ collection, slug, source, valid }: ParsedFile): Record<string, unknown> {
  const data = { ...(source?.rawData as object) } as Record<string, unknown>
  if (collection || slug !== 'site' || !valid) return data
  return { ...data, labels: { ...(valid as Site).labels, ...(data.labels as object) } }
}

/** A text of a file, and whether it needs a translation. */
interface TranslatableText extends FreeText {
  /** Whether the text contains letters, and is neither the same in all languages nor a label with a standard translation. */
  isRequired: boolean
}

/** Lists the texts of a file that can be translated: all its free text. */
export function listTranslatableTexts(sourceFile: ParsedFile, language: string): TranslatableText[] {
  const standard = getStandardLabels(language)
  return listFreeTexts(sourceFile.schema, readUntranslatedData(sourceFile)).map((text) => {
    const { value, path, isLanguageNeutral } = text
    const isStandard = path[0] === 'labels' && !sourceFile.collection && value in standard
    const hasWords = WORDS.test(value.replace(/\{[a-z][a-z0-9-]*\}/g, ''))
    return { ...text, isRequired: hasWords && !isStandard && !isLanguageNeutral }
  })
}

/** Returns the fingerprint by which a translation names the Markdown that was translated. */
export function fingerprintMarkdown(body: string): string {
  return hash(body.replace(/\r\n/g, '\n').trim()).slice(0, 12)
}
