import { de } from './de.ts'
import { en, type Words } from './en.ts'

const catalogues = [en, de]

/** Returns the texts for a language such as `de-AT`; English if it has no catalogue. */
export function wordsFor({ language }: { language: string }): Words {
  const [code] = language.split('-')
  return catalogues.find((words) => words.language === code) ?? en
}
