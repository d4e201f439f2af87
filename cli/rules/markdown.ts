import { listInlineNodes } from '@northshelf/site/schema/inline-markdown.ts'
import { listFieldTexts } from '../content/fields.ts'
import { listLeftoverMarkup, listMarkup } from '../content/literal-markup.ts'
import type { MarkupProblem } from '../content/markdown/analysis.ts'
import { calloutKinds } from '../content/markdown/callouts.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { valueAt } from '../content/value-at.ts'
import type { Range } from '../diagnostics/location.ts'
import { createProblemAt, type Problem, type ProblemDetails } from '../diagnostics/problem.ts'
import { findSafeCorrection, suggestCorrection } from '../diagnostics/suggest.ts'
import { defineRules } from './rule.ts'

const kinds = calloutKinds.map((kind) => `[!${kind.toUpperCase()}]`)

const detailsByKind: Partial<Record<MarkupProblem['kind'], ProblemDetails>> = {
  html: {
    rule: 'markdown/html',
    message: 'this HTML is not supported',
    help: 'Write it as Markdown. To show a <, write \\<.',
  },
  mark: {
    rule: 'markdown/unread',
    message: 'this is not valid Markdown: visitors would see it as written',
    help: 'Close brackets and **, write addresses without spaces, give every [name] an address, put a space after the # of a heading, and give every table column dashes below its heading. {{ }}, {% %}, {#id}, [[ ]], == == and ::: are not supported. Put a backslash before any special character that should appear as is.',
  },
  address: {
    rule: 'markdown/unread',
    message: 'this is not valid Markdown: an address with spaces needs angle brackets',
    help: 'Write [words](</address with spaces>), or rename the file. To show the brackets, write \\[.',
  },
  emphasis: {
    rule: 'markdown/unread',
    message: 'this is not valid Markdown: asterisks between punctuation and a letter do not mark emphasis',
    help: 'Move the punctuation outside the asterisks, or put a space outside them.',
  },
  attributes: {
    rule: 'markdown/unread',
    message: 'attributes are not supported: visitors would see them as written',
    help: 'Remove them. The site decides how links open and how large images are.',
  },
  toc: {
    rule: 'markdown/unread',
    message: 'this is not a table of contents: visitors would see it as written',
    help: 'Remove it. The page lists its headings without it.',
  },
  emoji: {
    rule: 'markdown/unread',
    message: 'names of emoji are not supported: visitors would see the name',
    help: 'Paste the emoji itself. To show the colons, put a backslash before the first.',
  },
  inserted: {
    rule: 'markdown/unread',
    message: 'Markdown does not mark insertions with ++: visitors would see the plus signs',
    help: 'Write <ins>words</ins>. To show the plus signs, put a backslash before the first.',
  },
  backslash: {
    rule: 'markdown/unread',
    message: 'nothing follows this backslash: visitors would see it',
    help: 'Remove the backslash. It is a line break only if another line of the same paragraph follows. To show a backslash, write \\\\.',
  },
  callout: {
    rule: 'markdown/unread',
    message: 'this does not start a callout: visitors would see it as written',
    help: `A callout is a quote whose first line contains only > and one of ${kinds.join(', ')}. It is not inside a list or another quote, and has text on the next line.`,
  },
  cells: {
    rule: 'markdown/unread',
    message: 'this row has more cells than the table has columns: the extra cells are removed',
    help: 'Add a column to the table. To show a bar inside a cell, write \\|.',
  },
  fence: {
    rule: 'markdown/fence',
    message: 'this code block is never closed: the rest of the text is shown as code',
    help: 'Close the block with the same characters on a separate line.',
  },
  title: {
    rule: 'markdown/heading',
    message: 'the page already has a main heading, from the fields at the top',
    help: 'Start headings in the text with ##.',
  },
  'no-words': {
    rule: 'link/unnamed',
    message: 'this link has no text: nobody can see or click it',
    help: 'Write the link text between the square brackets.',
  },
  'no-title': {
    rule: 'markdown/heading',
    message: 'this heading is empty',
    help: 'Add text to the heading, or remove it.',
  },
}

export const markdownRules = defineRules({
  'markdown/html': {
    means:
      'Markdown contains an HTML element or attribute that is not supported, or elements that are not closed or nested correctly. Elements such as details, figure, kbd, sub and abbr are supported; styles, classes, scripts, headings and tables are not.',
    matters: 'Part of the text would be missing from the page, or the page would be invalid.',
    bad: '<center>Closed on <b class="red">Monday</b></center>',
    good: 'Closed on <b>Monday</b>, press <kbd>Esc</kbd>',
    fix: 'Write it as Markdown, or remove the attribute. To show a <, write \\<.',
  },
  'markdown/unread': {
    means: 'Text contains invalid Markdown, or a table row has too many cells.',
    matters: 'Visitors would see brackets, pipes and asterisks; extra table cells would be removed.',
    bad: '[our terms](/terms of use)\n\n##The fix',
    good: '[our terms](/terms)\n\n## The fix',
    fix: 'Correct it. Put a backslash before any special character that should appear as is.',
  },
  'markdown/fence': {
    means: 'A code block is never closed.',
    matters: 'The rest of the text would be shown as code.',
    bad: '```\nsku,units\n\nThe rest of the text',
    good: '```\nsku,units\n```\n\nThe rest of the text',
    fix: 'Close the block with the same characters on a separate line.',
  },
  'markdown/heading': {
    means: 'A heading in Markdown is empty, or has the same level as the page heading.',
    matters: 'Screen readers and search engines rely on one main heading, and on the text of the other headings.',
    bad: '# What we did',
    good: '## What we did',
    fix: 'Write two or more # characters, a space and then the heading.',
  },
  'link/unnamed': {
    means: 'A link in Markdown has no link text.',
    matters: 'Nobody can see or click it, and screen readers read out its address.',
    bad: 'More in [](/services).',
    good: 'More in [what we do](/services).',
    fix: 'Write the link text between the square brackets, or remove the link.',
  },
  'markdown/empty': {
    means: 'A file has fields but no text below them.',
    matters: 'The page would have only a heading.',
    bad: '---\ntitle: Prime Day\n---',
    good: '---\ntitle: Prime Day\n---\n\nOrders doubled on both evenings.',
    fix: 'Write the text, or move the file out of the folder until it has text.',
  },
  'markdown/field': {
    means:
      'A field contains Markdown that it does not support. Some fields support inline Markdown (links and emphasis); content/README.md lists them. All other fields are plain text.',
    matters: 'Visitors would see the brackets and asterisks.',
    bad: 'items:\n  - question: Is it in the [terms](/terms)?\n    answer: It **is**.',
    good: 'items:\n  - question: Is it in the terms?\n    answer: It **is** in the [terms](/terms).',
    fix: 'Remove the markup or, in fields with inline Markdown, write [words](/address), **strong** or *emphasis*. Other links have their own fields, such as actions. Separate paragraphs with blank lines.',
  },
}).inFile((file) => [...checkBody(file), ...checkFields(file)])

function checkBody(file: ParsedFile): Problem[] {
  const { body } = file
  if (!body) return []
  const problems = body.analysis.problems.flatMap((problem) => {
    const details = detailsByKind[problem.kind]
    if (!details) return []
    const range = body.range(problem)
    if (problem.kind === 'callout') return describeCallout(file, range, details)
    const { message = details.message, help = details.help } = problem
    const fix = problem.fix?.map((edit) => {
      const [start, end] = body.range(edit)
      return { start, end, text: edit.text }
    })
    return createProblemAt(file, range, { ...details, message, help }, fix)
  })
  // A comment that is not closed hides the rest of the text.
  if (body.text.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() === '') {
    const help = 'Write the text below the second line of dashes.'
    const details = { rule: 'markdown/empty', message: 'there is no text below the fields', help }
    problems.push(createProblemAt(file, [Math.max(body.start - 1, 0), body.start], details))
  }
  return problems
}

/** Describes a marker such as `[!NOTICE]`. If its kind does not exist, suggests the most similar kind. */
function describeCallout(file: ParsedFile, range: Range, details: ProblemDetails): Problem {
  const marker = file.text.slice(...range)
  if (kinds.includes(marker.toUpperCase())) return createProblemAt(file, range, details)
  const message = `there are no callouts of the kind ${marker}: visitors would see it as written`
  const help = suggestCorrection(marker, kinds) ?? `Use ${kinds.join(', ')}, or put a backslash before the bracket.`
  return createProblemAt(file, range, { ...details, message, help }, findSafeCorrection(marker, kinds))
}

/** Finds Markdown in fields that do not support it, before and after the values of facts are inserted. */
function checkFields(file: ParsedFile): Problem[] {
  return listFieldTexts(file).flatMap(({ path, text, inline, source }) => {
    const shown = text.includes('{') ? valueAt(file.data, path) : text
    const texts = new Set([text, typeof shown === 'string' ? shown : text])
    const marks = [...texts].flatMap((each) => (inline ? listUnread(each) : listMarkup(each).map((mark) => mark.text)))
    return [...new Set(marks)].map((mark) =>
      createProblemAt(file, source.rangeOfWord(path, mark), {
        rule: 'markdown/field',
        message: inline
          ? 'this field supports only links and emphasis: visitors would see the markup'
          : 'this field is plain text: visitors would see the markup',
        found: mark,
        help: inline
          ? 'Write [words](/address), **strong** or *emphasis*; addresses have no spaces. Put a backslash before any special character that should appear as is.'
          : file.body
            ? 'Remove the markup, or move the text below the fields.'
            : 'Remove the markup. If this item can have a link, there is a separate field for it.',
      }),
    )
  })
}

/** Matches a list entry followed by another. A lone line may simply start with a dash or a date. */
const LIST = /^[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t][^\n]*(?=\n[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t])/m

/** Lists syntax in a text that inline Markdown does not support. */
function listUnread(text: string): string[] {
  const marks = listInlineNodes(text, 'text').flatMap(({ written }) => listLeftoverMarkup(written))
  return [...marks.map((mark) => mark.text), ...(LIST.exec(text) ?? []).map((entry) => entry.trim())]
}
