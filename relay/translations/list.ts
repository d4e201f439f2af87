import { de } from './de.ts'
import { en, type Translations } from './en.ts'

const catalogs = [en, de]

/** Returns the catalog for a language such as `de-AT`, or the English one if that language has none. */
export function getTranslations({ language }: { language: string }): Translations {
  const [code] = language.split('-')
  return catalogs.find((words) => words.language === code) ?? en
}
