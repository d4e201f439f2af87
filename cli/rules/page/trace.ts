import { type Problem, problemAt, problemOfFile } from '../../diagnostics/problem.ts'
import type { Texts } from '../../diagnostics/texts.ts'
import type { Fault } from './fault.ts'

/**
 * Where a fault comes from: the first location at which the content says what is shown, in the file of the page before
 * all others. Undefined when the content says with a backslash that it is meant literally.
 */
export function trace(
  { rule, severity, message, help, text }: Fault,
  page: string,
  home: string,
  texts: Texts,
): Problem | undefined {
  const finding = { rule, severity: severity ?? ('error' as const), message: `${message} (${page})`, found: text, help }
  const nowhere = problemOfFile(home, finding)
  if (!text) return nowhere
  // A text may be folded in its file, and typeset on its page.
  const words = text.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<!\\\\)${words.join('\\s+')}`)
  const files = [home, ...texts.keys()].map((file) => ({ file, text: texts.get(file) ?? '' }))
  for (const file of files) {
    const at = pattern.exec(file.text)
    if (at) return problemAt(file, [at.index, at.index + at[0].length], finding)
  }
  return files.some((file) => pattern.test(file.text.replace(/\\(?=[!-/:-@[-`{-~])/g, ''))) ? undefined : nowhere
}
