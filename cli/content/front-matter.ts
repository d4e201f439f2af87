import matter from 'gray-matter'
import type { Problem } from './problem.ts'

export interface FrontMatter {
  yaml: string
  /** Offset of the YAML in the text. */
  start: number
  body: string
}

/**
 * Splits a markdown file into front matter and body. The YAML is only cut out here, never evaluated:
 * gray-matter's `js` engines run code, so every engine is replaced; and it is given options on every
 * call, because without them its cache answers the second read of a bad file with empty data.
 */
export function splitFrontMatter(file: string, text: string): FrontMatter | Problem {
  const problem = (rule: string, length: number, message: string, help: string): Problem => ({
    rule,
    severity: 'error',
    file,
    line: 1,
    column: 1,
    length,
    message,
    help,
  })
  const opening = /^---([^\r\n]*)\r?\n/.exec(text)
  if (!opening)
    return problem(
      'front-matter/missing',
      1,
      'the file has no front matter',
      'Start the file with ---, the fields, and --- again.',
    )
  const language = opening[1]?.trim() ?? ''
  if (language && language !== 'yaml') {
    return problem(
      'front-matter/language',
      3 + language.length,
      `front matter in "${language}" is refused`,
      'Write it as YAML, between lines of three dashes.',
    )
  }
  const start = opening[0].length
  if (!/(?:^|\n)---[ \t]*(?:\r?\n|$)/.test(text.slice(start))) {
    return problem(
      'front-matter/unterminated',
      3,
      'the front matter has no end',
      'Put a line of three dashes after the last field.',
    )
  }
  let yaml = ''
  const cut = (source: string) => {
    yaml = source
    return {}
  }
  const { content } = matter(text, { language: 'yaml', engines: { yaml: cut, json: cut, js: cut, javascript: cut } })
  return { yaml: yaml.replace(/^\r?\n|\r$/g, ''), start, body: content }
}
