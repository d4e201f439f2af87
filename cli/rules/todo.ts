import { listCodeRanges } from '../content/markdown/code-ranges.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import { findLineStart } from '../diagnostics/location.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/**
 * Matches filler text, `FIXME` and `TBD` outside addresses and names, and `TODO` where `site new` writes it: at the
 * start of a text or sentence. Allows "a TODO list".
 */
const UNWRITTEN =
  /(?:(?<=^[ \t]*(?:#{1,6}[ \t]+|[-*>][ \t]+|[\w-]+:[ \t]+)*["']?|[.!?][ \t])TODO\b(?! lists?\b))|(?<![\w/#"'“-])(?:FIXME|TBD)(?![\w/"'”-])|\b[Ll]orem ipsum(?= dolor\b)/gm

/** Finds text that still has to be written. Reports one warning per file, and none for drafts. */
export const todoRules = defineRules({
  'text/unwritten': {
    means: 'Text still contains TODO (written by `site new`), FIXME, TBD or filler such as lorem ipsum.',
    matters: 'Visitors would read the placeholder.',
    bad: 'title: TODO heading of the article',
    good: 'title: What slow stock costs a month',
    fix: 'Write the text, add `draft: true` until it is written, or remove the file. This is only a warning, so you can preview unfinished pages.',
  },
}).inFile((file) => {
  const { text, body, data } = file
  if (!/TODO|FIXME|TBD|orem ipsum/.test(text) || (data as { draft?: unknown } | undefined)?.draft === true) return []
  const start = body?.start ?? text.length
  const isComment = (index: number) =>
    index < start && /(?:^|[ \t])#/.test(text.slice(findLineStart(text, index), index))
  // Ignore FIXME in code blocks, where it is part of the example.
  const code = listCodeRanges(text.slice(start))
  const isCode = (index: number) => code.some(([from, to]) => index >= start + from && index < start + to)
  const [first, ...more] = [...text.matchAll(UNWRITTEN)].filter(
    ({ 0: word, index }) => !isComment(index) && (word === 'TODO' || !isCode(index)),
  )
  if (!first) return []
  const many = more.length > 0
  const words = [...new Set([first, ...more].map(([word]) => word))].join(' or ')
  return [
    createProblemAt(file, [first.index, first.index + first[0].length], {
      rule: 'text/unwritten',
      severity: 'warning',
      message: `this text ${many ? `and ${pluralize(more.length, 'more place')} still say` : 'still says'} ${words}`,
      help: `Write the missing text before you publish the page; otherwise visitors will read ${words}.`,
    }),
  ]
})
