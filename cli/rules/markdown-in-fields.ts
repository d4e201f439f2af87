import { listInlineNodes } from '@northshelf/site/schema/inline-markdown.ts'
import { listFieldTexts } from '../content/fields.ts'
import { listLeftoverMarkup, listMarkup } from '../content/literal-markup.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

const PLAIN = 'this field is plain text: visitors would see the markup'
const INLINE = 'this field supports only links and emphasis: visitors would see the markup'
const HELP =
  'Write [words](/address), **strong** or *emphasis*; addresses have no spaces. Put a backslash before any special character that should appear as is.'

/** Finds Markdown in fields that do not support it. */
export const markdownInFieldRules = defineRules({
  'markdown/field': {
    means:
      'A field contains markdown that it does not support. Some fields support inline markdown (links and emphasis); content/README.md lists them. All other fields are plain text.',
    matters: 'Visitors would see the brackets and asterisks.',
    bad: 'items:\n  - question: Is it in the [terms](/terms)?\n    answer: It **is**.',
    good: 'items:\n  - question: Is it in the terms?\n    answer: It **is** in the [terms](/terms).',
    fix: 'Remove the markup or, in fields with inline markdown, write [words](/address), **strong** or *emphasis*. Other links have their own fields, such as actions. Separate paragraphs with blank lines.',
  },
}).inFile((file) =>
  listFieldTexts(file).flatMap(({ path, text, inline, source }) =>
    [...new Set(inline ? listUnread(text) : listMarkup(text).map((mark) => mark.text))].map((mark) =>
      createProblemAt(file, source.rangeOfWord(path, mark), {
        rule: 'markdown/field',
        message: inline ? INLINE : PLAIN,
        found: mark,
        help: inline
          ? HELP
          : file.body
            ? 'Remove the markup, or move the text below the fields.'
            : 'Remove the markup. If this item can have a link, there is a separate field for it.',
      }),
    ),
  ),
)

/** Matches a list entry followed by another. A lone line may simply start with a dash or a date. */
const LIST = /^[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t][^\n]*(?=\n[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t])/m

/** Lists syntax in a text that inline Markdown does not support. */
function listUnread(text: string): string[] {
  const marks = listInlineNodes(text, 'text').flatMap(({ written, value }) => listLeftoverMarkup(written, value))
  return [...marks.map((mark) => mark.text), ...(LIST.exec(text) ?? []).map((entry) => entry.trim())]
}
