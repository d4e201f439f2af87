import { listMarks } from '../content/marks.ts'
import { problemAt } from '../content/problem.ts'
import { listFields } from './fields.ts'
import { defineRules } from './rule.ts'

/** Fields are plain text: markdown in them is shown as it is written. */
export const plainFieldRules = defineRules({
  'markdown/field': {
    means: 'A field holds markdown. Fields are plain text, in YAML files and at the top of markdown files.',
    matters: 'Visitors would read the brackets and asterisks.',
    bad: 'text: See our **new** [terms](/terms).',
    good: 'text: See our new terms.   # in the footer: { label: Terms, to: /terms }',
    fix: 'Write it without marks. Links have fields of their own, such as actions; paragraphs are parted by blank lines.',
  },
}).inFile((file) =>
  listFields(file).flatMap(({ path, text, source }) =>
    [...new Set(listMarks(text).map((mark) => mark.text))].map((mark) =>
      problemAt(file, source.rangeOfWord(path, mark), {
        rule: 'markdown/field',
        message: 'fields are plain text: visitors would read these marks',
        found: mark,
        help: file.body
          ? 'Write it without them, or in the text below the fields.'
          : 'Write it without them; a link has a field of its own where there can be one.',
      }),
    ),
  ),
)
