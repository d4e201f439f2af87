import type { MarkdownTrouble } from '../content/markdown/suspicious-markup.ts'
import { type Finding, problemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

const HTML: Finding = {
  rule: 'markdown/html',
  message: 'HTML is not shown: it is left out of the page',
  help: 'Write it as markdown. A bare < is written \\<.',
}

const findings: Partial<Record<MarkdownTrouble['kind'], Finding>> = {
  mark: {
    rule: 'markdown/unread',
    message: 'this is not understood as markdown: visitors would read it as it is written',
    help: 'Brackets and ** are closed, addresses have no spaces, names in square brackets need a line that defines them, headings a space after #, tables a line of dashes for every column. {{ }}, {% %}, {#id}, [[ ]], == == and ::: belong to other programs. What is meant literally gets a backslash before it.',
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
  'no-words': {
    rule: 'link/unnamed',
    message: 'this link has no words: nobody can see or press it',
    help: 'Write between the square brackets what it leads to.',
  },
  'no-title': {
    rule: 'markdown/heading',
    message: 'this heading says nothing',
    help: 'Write its words behind it, or remove it.',
  },
}

/** Finds invalid markdown, HTML, which is left out for safety, and empty bodies. */
export const markdownRules = defineRules({
  'markdown/html': {
    means: 'Markdown holds HTML, which is left out of the page for safety.',
    matters: 'What it was meant to show would be missing, without a trace.',
    bad: 'A <b>bold</b> word',
    good: 'A **bold** word',
    fix: 'Write it as markdown. A bare < is written \\<.',
  },
  'markdown/unread': {
    means: 'Something looks like markdown and is not understood as such, or a table row has a cell too many.',
    matters: 'Visitors would read brackets, bars and asterisks; spare cells would be missing.',
    bad: '[our terms](/terms of use)\n\n##The fix',
    good: '[our terms](/terms)\n\n## The fix',
    fix: 'Correct it. Where the marks are meant as they are, write a backslash before the first.',
  },
  'markdown/fence': {
    means: 'A block of code begins and does not end.',
    matters: 'The rest of the text would be shown as code.',
    bad: '```\nsku,units\n\nThe rest of the text',
    good: '```\nsku,units\n```\n\nThe rest of the text',
    fix: 'Write the same marks on a line of their own after the last line of code.',
  },
  'markdown/heading': {
    means: 'A heading of a text is empty, or as large as the one of the page.',
    matters: 'Screen readers and search engines go by one heading of the page and by the words of the others.',
    bad: '# What we did',
    good: '## What we did',
    fix: 'Begin headings of the text with two # or more, and write their words behind.',
  },
  'link/unnamed': {
    means: 'A link of a text has no words.',
    matters: 'Nobody can see or press it, and screen readers read out its address.',
    bad: 'More in [](/services).',
    good: 'More in [what we do](/services).',
    fix: 'Write between the square brackets what it leads to, or remove it.',
  },
  'markdown/empty': {
    means: 'A file has fields and no text below them.',
    matters: 'The page would be a heading with nothing under it.',
    bad: '---\ntitle: Prime Day\n---',
    good: '---\ntitle: Prime Day\n---\n\nOrders doubled on both evenings.',
    fix: 'Write the text, or move the file out of the folder until there is one.',
  },
}).inFile((file) => {
  const { body } = file
  if (!body) return []
  const problems = [
    ...body.found.html.map((found) => problemAt(file, body.range(found), HTML)),
    ...body.found.troubles.flatMap((trouble) => {
      const finding = findings[trouble.kind]
      return finding ? [problemAt(file, body.range(trouble), finding)] : []
    }),
  ]
  if (body.text.replace(/<!--[\s\S]*?-->/g, '').trim() === '')
    problems.push(
      problemAt(file, [Math.max(body.start - 1, 0), body.start], {
        rule: 'markdown/empty',
        message: 'there is no text below the fields',
        help: 'Write it under the second line of dashes.',
      }),
    )
  return problems
})
