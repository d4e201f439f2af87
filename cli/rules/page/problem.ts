import { createFileProblem, createProblemAt, type FileTexts, type Problem } from '../../diagnostics/problem.ts'

export interface PageProblem {
  /** Stable id, such as `shown/braces`. */
  rule: string
  /** Undefined for errors. */
  severity?: 'warning'
  message: string
  /** Visible text, used to find its source in the content. */
  text?: string
  help: string
}

/**
 * Finds where the text that a problem flags first occurs in the content, starting with the page's own file. Returns
 * undefined if the content marks the text as literal with a backslash.
 */
export function locatePageProblem(
  { rule, severity, message, help, text }: PageProblem,
  page: string,
  home: string,
  texts: FileTexts,
): Problem | undefined {
  const finding = { rule, severity, message: `${message} (${page})`, found: text, help }
  const fallback = createFileProblem(home, finding)
  if (!text) return fallback
  // Match any whitespace, because line breaks may differ between the file and the page.
  const words = text.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<!\\\\)${words.join('\\s+')}`)
  const files = [home, ...texts.keys()].map((file) => ({ file, text: texts.get(file) ?? '' }))
  for (const file of files) {
    const at = pattern.exec(file.text)
    if (at) return createProblemAt(file, [at.index, at.index + at[0].length], finding)
  }
  return files.some((file) => pattern.test(file.text.replace(/\\(?=[!-/:-@[-`{-~])/g, ''))) ? undefined : fallback
}
