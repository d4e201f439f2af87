import { de } from './de.ts'
import { en, type Words } from './en.ts'

const catalogues = [en, de]

/** Returns the catalogue for a language such as `de-AT`, or the English one if that language has none. */
export function wordsFor({ language }: { language: string }): Words {
  const [code] = language.split('-')
  return catalogues.find((words) => words.language === code) ?? en
}
