import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'
import type { Fault } from './fault.ts'

/** Texts of the content files by name. */
export type Texts = ReadonlyMap<string, string>

/**
 * Where a fault comes from: the first place at which the content says what is shown, in the file of the page before
 * all others. Undefined when the content says with a backslash that it is meant literally.
 */
export function trace(
  { rule, severity, message, help, text }: Fault,
  page: string,
  home: string,
  texts: Texts,
): Problem | undefined {
  const problem = { rule, severity: severity ?? ('error' as const), message: `${message} (${page})`, found: text, help }
  const nowhere = { ...problem, file: home, line: 1, column: 1, length: 1 }
  if (!text) return nowhere
  // A text may be folded in its file, and typeset on its page.
  const words = text.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const written = new RegExp(`(?<!\\\\)${words.join('\\s+')}`)
  const files = [home, ...texts.keys()]
  for (const file of files) {
    const source = texts.get(file) ?? ''
    const at = written.exec(source)
    if (at) return { ...problem, file, ...createPlaces(source)(at.index, at.index + at[0].length) }
  }
  const meant = files.some((file) => written.test((texts.get(file) ?? '').replace(/\\(?=[!-/:-@[-`{-~])/g, '')))
  return meant ? undefined : nowhere
}
