import { de } from './de.ts'
import { en, type Words } from './en.ts'

const catalogues = [en, de]

/** The words for a site in a language such as `de-AT`; English where there is no catalogue of it. */
export function wordsFor({ language }: { language: string }): Words {
  const [code] = language.split('-')
  return catalogues.find((words) => words.language === code) ?? en
}
