import matter from 'gray-matter'
import { createProblemAt, type Explanations, type Problem } from '../diagnostics/problem.ts'

export interface FrontMatter {
  yaml: string
  /** Offset of the YAML in the file. */
  start: number
  body: string
}

/** Disables gray-matter's engines, which can run code, so that it only splits the text. Also disables its cache. */
const options = { engines: { yaml: () => ({}) } }

/** Splits a Markdown file into front matter and body, without evaluating the YAML. */
export function splitFrontMatter(file: string, text: string): FrontMatter | Problem {
  const problem = (rule: string, length: number, message: string, help: string) =>
    createProblemAt({ file, text }, [0, length], { rule, message, help })
  if (!matter.test(text)) {
    const blank = text.length - text.trimStart().length
    if (blank > 0 && /^---[ \t]*(?:\r|\n|$)/.test(text.slice(blank))) {
      const message = 'the file starts with an empty line or a space instead of ---'
      return problem('front-matter/missing', blank, message, 'Remove everything above the first ---.')
    }
    const help = 'Start the file with a line of ---, then the fields, then another line of ---.'
    return problem('front-matter/missing', 1, 'the file has no front matter', help)
  }
  const { raw, name } = matter.language(text)
  if (name && name !== 'yaml') {
    const help = 'Write the fields as YAML, between lines of three dashes.'
    return problem('front-matter/language', 3 + name.length, `front matter in "${name}" is not supported`, help)
  }
  const { matter: block, content } = matter(text, options)
  // If no language name follows the opening dashes, gray-matter counts the spaces after them as part of the block.
  const end = 3 + (name ? raw.length : 0) + block.length
  const [, rest] = text.slice(end).split('\n', 2)
  if (rest?.trim() !== '---') {
    const help = 'Add a line of three dashes after the last field.'
    return problem('front-matter/unterminated', 3, 'the front matter is never closed', help)
  }
  const start = text.indexOf('\n') + 1
  return { yaml: text.slice(start, end).replace(/\r$/, ''), start, body: content }
}

export const frontMatterRules: Explanations = {
  'front-matter/missing': {
    means: 'A Markdown file has no fields at the top.',
    matters: 'Without a title and a description, lists and search results cannot show the page.',
    bad: '# Prime Day\n\nText …',
    good: '---\ntitle: Prime Day\n---\n\nText …',
    fix: 'Start the file with a line of three dashes, then the fields, then another line of three dashes.',
  },
  'front-matter/unterminated': {
    means: 'The fields at the top of a Markdown file have no closing line.',
    matters: 'The whole article would be read as fields, and its page would be empty.',
    bad: '---\ntitle: Prime Day\n\nText …',
    good: '---\ntitle: Prime Day\n---\n\nText …',
    fix: 'Add a line of three dashes after the last field.',
  },
  'front-matter/language': {
    means:
      'The front matter of a Markdown file is not YAML. Front matter in another language, such as JavaScript, is rejected and never executed.',
    matters: 'Content that runs code could change or leak anything on the machine that builds the site.',
    bad: '---js\n{ title: "Prime Day" }\n---',
    good: '---\ntitle: Prime Day\n---',
    fix: 'Write the fields as YAML, between lines with only three dashes.',
  },
}
