import { parse } from 'yaml'
import type { TextFile } from '../decode-text.ts'
import { memoize } from '../memoize.ts'

/** Returns the `languages` in site.yaml, even if other fields have errors. */
export const readLanguages = memoize(({ text }: Pick<TextFile, 'text'>): string[] => {
  if (!/^languages:/m.test(text)) return []
  try {
    const { languages } = parse(text)
    return Array.isArray(languages) ? languages.filter((language) => typeof language === 'string') : []
  } catch {
    return []
  }
})
