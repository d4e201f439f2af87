import type { MarkdownTrouble } from '../content/markdown-troubles.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'
import { oncePer } from './once-per.ts'

type Words = Pick<Problem, 'rule' | 'message' | 'help'>

const words: Partial<Record<MarkdownTrouble['kind'], Words>> = {
  mark: {
    rule: 'markdown/unread',
    message: 'this is not understood as markdown: visitors would read it as it is written',
    help: 'Brackets and ** are closed, addresses have no spaces, names in square brackets need a line that defines them, headings a space after #, tables a line of dashes for every column. What is meant literally gets a backslash before it.',
  },
  cells: {
    rule: 'markdown/unread',
    message: 'this row has more cells than the table has columns: they are left out of the page',
    help: 'Give the table another column, or write \\| where a bar is meant.',
  },
  fence: {
    rule: 'markdown/fence',
    message: 'this block of code is never closed: all that follows is shown as code',
    help: 'Write the same marks on a line of their own where it ends.',
  },
  title: {
    rule: 'markdown/heading',
    message: 'the page has its heading already, from the fields at the top',
    help: 'Begin the headings of the text with two #.',
  },
  'no-title': {
    rule: 'markdown/heading',
    message: 'this heading says nothing',
    help: 'Write its words behind it, or remove it.',
  },
}

/** Markdown that came to nothing, and texts that are not there at all. */
export function unreadMarkdown({ files }: ParsedFolder): Problem[] {
  return files.flatMap(inFile)
}

const inFile = oncePer((parsed: ParsedFile): Problem[] => {
  const { file, text, body } = parsed
  if (!body) return []
  const places = createPlaces(text)
  const problems = body.found.troubles.flatMap((trouble): Problem[] => {
    const about = words[trouble.kind]
    return about ? [{ ...about, severity: 'error', file, ...places(...body.range(trouble)) }] : []
  })
  if (body.text.replace(/<!--[\s\S]*?-->/g, '').trim() !== '') return problems
  return [
    {
      ...{ rule: 'markdown/empty', severity: 'error', file, ...places(Math.max(body.start - 1, 0), body.start) },
      message: 'there is no text below the fields',
      help: 'Write it under the second line of dashes.',
    },
  ]
})
