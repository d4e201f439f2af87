import { de } from './de.ts'
import { en, type Translations } from './en.ts'

const catalogues = [en, de]

/** Returns the catalogue for a language such as `de-AT`, or the English one if that language has none. */
export function getTranslations({ language }: { language: string }): Translations {
  const [code] = language.split('-')
  return catalogues.find((words) => words.language === code) ?? en
}
