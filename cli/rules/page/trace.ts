import { type Problem, problemAt, problemOfFile } from '../../diagnostics/problem.ts'
import type { Texts } from '../../diagnostics/texts.ts'
import type { Fault } from './fault.ts'

/**
 * Finds the first place in the content that contains the text of a problem, starting with the page's own file. Returns
 * undefined if a backslash in the content marks the text as literal.
 */
export function trace(
  { rule, severity, message, help, text }: Fault,
  page: string,
  home: string,
  texts: Texts,
): Problem | undefined {
  const finding = { rule, severity: severity ?? ('error' as const), message: `${message} (${page})`, found: text, help }
  const fallback = problemOfFile(home, finding)
  if (!text) return fallback
  // Whitespace may differ between the file and the page.
  const words = text.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<!\\\\)${words.join('\\s+')}`)
  const files = [home, ...texts.keys()].map((file) => ({ file, text: texts.get(file) ?? '' }))
  for (const file of files) {
    const at = pattern.exec(file.text)
    if (at) return problemAt(file, [at.index, at.index + at[0].length], finding)
  }
  return files.some((file) => pattern.test(file.text.replace(/\\(?=[!-/:-@[-`{-~])/g, ''))) ? undefined : fallback
}
