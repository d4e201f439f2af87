import type { Site } from '@northshelf/site/entries/site.ts'
import { hash } from '../../cache.mjs'
import type { ParsedFile } from '../parsed.ts'
import { type FreeText, listFreeTexts } from '../schema/walk-schema.ts'
import { german } from './german.ts'

/** Matches text that needs a translation, after the names of facts have been removed. */
const WORDS = /\p{L}/u

/** Standard translations of labels, by language. */
const standardLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = { de: german }

/** Returns the translations of standard labels, by label; none for a language without them. */
export function getStandardLabels(language: string): Readonly<Record<string, string>> {
  return standardLabels[new Intl.Locale(language).language] ?? {}
}

/** Returns a file's data before facts are filled in, with the defaults of labels that site.yaml does not define. */
export function readUntranslatedData({ collection, slug, source, valid }: ParsedFile): Record<string, unknown> {
  const data = { ...(source?.rawData as object) } as Record<string, unknown>
  if (collection || slug !== 'site' || !valid) return data
  return { ...data, labels: { ...(valid as Site).labels, ...(data.labels as object) } }
}

/** A text of a file, and whether it needs a translation. */
interface TranslatableText extends FreeText {
  /**
   * Whether the text contains letters. False for texts that are the same in all languages, such as postal codes, and for
   * labels that have a standard translation or that belong to a part of site.yaml that the site does not have.
   */
  isRequired: boolean
}

/** Lists the texts of a file that can be translated: all its free text. */
export function listTranslatableTexts(sourceFile: ParsedFile, language: string): TranslatableText[] {
  const standard = getStandardLabels(language)
  const data = readUntranslatedData(sourceFile)
  return listFreeTexts(sourceFile.schema, data).map((text) => {
    const { value, path, marks } = text
    const isStandard = path[0] === 'labels' && !sourceFile.collection && value in standard
    const isUnused = typeof marks.usedBy === 'string' && Object.keys(data[marks.usedBy] ?? {}).length === 0
    const hasWords = WORDS.test(value.replace(/\{[a-z][a-z0-9-]*\}/g, ''))
    return { ...text, isRequired: hasWords && !isStandard && !isUnused && !marks.languageNeutral }
  })
}

/** Returns a fingerprint of Markdown. Translation files contain the fingerprint of their source text. */
export function fingerprintMarkdown(body: string): string {
  return hash(body.replace(/\r\n/g, '\n').trim()).slice(0, 12)
}
