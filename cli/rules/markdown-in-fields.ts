import { listInline } from '@northshelf/site/schema/inline-markdown.ts'
import { listFields } from '../content/fields.ts'
import { listMarkdownMarks, listMarks } from '../content/marks.ts'
import { problemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

const PLAIN = 'this field is plain text: visitors would read these marks'
const INLINE = 'this field takes links and emphasis only: visitors would read these marks'
const HELP =
  'Write [words](/address), **strong** or *emphasis*; addresses have no spaces. What is meant literally gets a backslash before it.'

/** Finds markdown in fields that would show it literally. */
export const markdownInFieldRules = defineRules({
  'markdown/field': {
    means:
      'A field holds markdown that it does not take. Some take inline markdown, which is links and emphasis, as content/README.md says of each. All others are plain text.',
    matters: 'Visitors would read the brackets and asterisks.',
    bad: 'items:\n  - question: Is it in the [terms](/terms)?\n    answer: It **is**.',
    good: 'items:\n  - question: Is it in the terms?\n    answer: It **is** in the [terms](/terms).',
    fix: 'Write it without marks, or as [words](/address), **strong** or *emphasis* where inline markdown is taken. Other links have fields of their own, such as actions; paragraphs are parted by blank lines.',
  },
}).inFile((file) =>
  listFields(file).flatMap(({ path, text, inline, source }) =>
    [...new Set(inline ? listUnread(text) : listMarks(text).map((mark) => mark.text))].map((mark) =>
      problemAt(file, source.rangeOfWord(path, mark), {
        rule: 'markdown/field',
        message: inline ? INLINE : PLAIN,
        found: mark,
        help: inline
          ? HELP
          : file.body
            ? 'Write it without them, or in the text below the fields.'
            : 'Write it without them; a link has a field of its own where there can be one.',
      }),
    ),
  ),
)

/** The first of two list entries; a single one may be a dash or a day. */
const LIST = /^[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t][^\n]*(?=\n[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t])/m

/** Lists markdown that is not parsed in a field with inline markdown. */
function listUnread(text: string): string[] {
  const marks = listInline(text, 'text').flatMap(({ written, value }) => listMarkdownMarks(written, value))
  return [...marks.map((mark) => mark.text), ...(LIST.exec(text) ?? []).map((entry) => entry.trim())]
}
