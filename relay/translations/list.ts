import { de } from './de.ts'
import { en, type Translations } from './en.ts'

const catalogs = [en, de]

/** Returns the catalog for a language such as `de-AT`, or the English one if that language has none. */
export function getTranslations({ language }: { language: string }): Translations {
  const [code] = language.split('-')
  return catalogs.find((words) => words.language === code) ?? en
}

/**
 * Returns the language in which to format times within text in the given language. This is the site's language if it is
 * a regional variant: `en-GB` for English text, but `en` if the site's language is `fr`.
 */
export function getTimeLanguage(site: { language: string }, language = getTranslations(site).language): string {
  return site.language.split('-')[0] === language ? site.language : language
}
