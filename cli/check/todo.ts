import { lineStart } from '../content/location.ts'
import { problemAt } from '../content/problem.ts'
import { plural } from '../report/pretty.ts'
import { defineRules } from './rule.ts'

/** As `site new` writes it: in capitals where a text or sentence begins. Elsewhere it may be meant, as in "a TODO list". */
const TODO = /(?<=^[ \t]*(?:#{1,6}[ \t]+|[-*>][ \t]+|[\w-]+:[ \t]+)*["']?|[.!?][ \t])TODO\b(?! lists?\b)/gm

/** A text that is still to be written. One warning a file, at the first; a draft is there to be written. */
export const todoRules = defineRules({
  'text/unwritten': {
    means: 'A text still says TODO, as files made with `site new` do.',
    matters: 'Visitors would read TODO.',
    bad: 'title: TODO heading of the article',
    good: 'title: What slow stock costs a month',
    fix: 'Write the text, say `draft: true` until it is written, or remove the file. It is a warning, so that unfinished pages can be looked at.',
  },
}).inFile((file) => {
  const { text, body, data } = file
  if (!text.includes('TODO') || (data as { draft?: unknown } | undefined)?.draft === true) return []
  const lineTo = (index: number) => text.slice(lineStart(text, index), index)
  // Among fields a line that begins with # is a comment, which may say it; in a text it is a heading.
  const shown = (index: number) => index >= (body?.start ?? text.length) || !/^[ \t]*#.*$/.test(lineTo(index))
  const [first, ...more] = [...text.matchAll(TODO)].filter(({ index }) => shown(index))
  if (!first) return []
  const many = more.length > 0
  return [
    problemAt(file, [first.index, first.index + first[0].length], {
      rule: 'text/unwritten',
      severity: 'warning',
      message: `this ${many ? `and ${plural(more.length, 'more place')} still say` : 'still says'} TODO`,
      help: `Write ${many ? 'them' : 'it'} before the page is published: visitors would read TODO.`,
    }),
  ]
})
