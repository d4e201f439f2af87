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

/** Creates a problem located where its text first occurs in the content, starting with the page's own file. */
export function locatePageProblem(
  { rule, severity, message, help, text }: PageProblem,
  page: string,
  home: string,
  texts: FileTexts,
): Problem {
  const details = { rule, severity, message: `${message} (${page})`, found: text, help }
  if (!text) return createFileProblem(home, details)
  // Match any whitespace, because line breaks may differ between the file and the page.
  const words = text.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(words.join('\\s+'))
  for (const file of [home, ...texts.keys()]) {
    const at = pattern.exec(texts.get(file) ?? '')
    if (at) return createProblemAt({ file, text: texts.get(file) ?? '' }, [at.index, at.index + at[0].length], details)
  }
  return createFileProblem(home, details)
}
