import { listBraces, listControls, listMarks } from '../../content/marks.ts'
import type { Explanation } from '../../diagnostics/explanation.ts'
import { listRepeated } from '../list-repeated.ts'
import { defineRules } from '../rule.ts'
import type { Fault } from './fault.ts'
import { createPageReader, type ShownPage } from './shown-page.ts'

interface PageRule extends Explanation {
  /** Undefined for rules that compare pages. */
  find?: (page: ShownPage) => Omit<Fault, 'rule'>[]
}

const rules: Record<string, PageRule> = {
  'shown/braces': {
    means: 'A page shows a name in braces.',
    matters: 'Visitors, search engines and job boards would read them.',
    bad: '{salary} a year',
    good: '$70K-$90K a year',
    fix: 'Name a fact that there is. What is meant literally gets a backslash before it.',
    find: ({ texts }) =>
      distinct(texts.flatMap((text) => listBraces(text).map((found) => found.text))).map((text) => ({
        ...{ text, message: `visitors read the braces of ${text}` },
        help: 'Name a fact that there is, or take the braces away.',
      })),
  },
  'shown/markdown': {
    means: 'A page shows the marks of markdown.',
    matters: 'Visitors would read brackets and asterisks.',
    bad: 'See our **new** terms.',
    good: 'See our new terms.',
    fix: 'Take the marks out of fields, and mend those of texts. What is meant literally gets a backslash before it.',
    find: ({ texts }) =>
      distinct(texts.flatMap((text) => listMarks(text).map((found) => found.text))).map((text) => ({
        ...{ text, message: `visitors read the marks of ${short(text)}` },
        help: 'Write it without them, or as markdown where a text is markdown.',
      })),
  },
  'shown/unwritten': {
    means: 'A page shows a text that is still to be written.',
    matters: 'Visitors would read TODO.',
    bad: 'heading: TODO heading of the section',
    good: 'heading: Brands that stay',
    fix: 'Write it, or take the entry off the page. What stands on no page may wait.',
    find({ texts }) {
      const [text] = texts.flatMap((text) => /^TODO\b[^|]*(?<! )|\bTODO:.*/.exec(text)?.[0] ?? [])
      if (text === undefined) return []
      const help = 'Write it, or take it off the page.'
      return [{ severity: 'warning', text, message: `visitors read ${short(text)}`, help }]
    },
  },
  'shown/control': {
    means: 'A page holds a character that cannot be seen.',
    matters: 'Some readers show a box in its place.',
    bad: 'Prime Day(U+000B)in numbers',
    good: 'Prime Day in numbers',
    fix: 'Remove it where it is written.',
    find: ({ texts }) =>
      distinct(texts.filter((text) => listControls(text).length > 0)).map((text) => ({
        ...{ text, message: `there is a control character in ${short(text)}`, help: 'Remove it.' },
      })),
  },
  'shown/link': {
    means: 'A link of a page has no address.',
    matters: 'It looks like a link and does nothing.',
    bad: '<a>our terms</a>',
    good: '<a href="/terms">our terms</a>',
    fix: 'Say where it leads.',
    find: ({ deadLinks }) =>
      distinct(deadLinks).map((text) => ({
        ...{ text, message: `the link "${short(text)}" has no address`, help: 'Say where it leads.' },
      })),
  },
  'shown/heading': {
    means: 'A page has no heading of the first level, or more than one.',
    matters: 'Search engines and screen readers ask for one that says what the page is.',
    bad: '<h1>Services</h1> … <h1>Big</h1>',
    good: '<h1>Services</h1> … <h2>Big</h2>',
    fix: 'Let a page have one hero, and texts begin with headings of two #.',
    find: ({ headings }) => {
      const message = `the page has ${headings} headings of the first level (h1)`
      return headings === 1 ? [] : [{ message, help: 'Give it one.' }]
    },
  },
  'shown/id': {
    means: 'An id of a page is empty or stands there twice.',
    matters: 'Links to it end at the wrong place.',
    bad: '<h2 id="">',
    good: '<h2 id="the-fix">',
    fix: 'Give headings and sections words of their own.',
    find: ({ ids }) =>
      distinct(ids.filter((id, index) => id === '' || ids.indexOf(id) !== index)).map((id) => ({
        message: id ? `two elements have the id "${id}"` : 'an id is empty',
        help: 'Give headings and sections words of their own.',
      })),
  },
  'shown/unnamed': {
    means: 'A page has no title or no description.',
    matters: 'Search results would show an address and scraps.',
    bad: '<title></title>',
    good: '<title>Services | Harbor</title>',
    fix: 'Write it in the file of the page.',
    find: ({ title, description }) =>
      Object.entries({ title, description }).flatMap(([what, text]) =>
        text === '' ? [{ message: `the page has no ${what}`, help: `Write its ${what}.` }] : [],
      ),
  },
  'shown/same': {
    means: 'Two pages have the same title or description.',
    matters: 'Search engines show one of them and drop the other.',
    bad: '/a and /b: <title>Amazon SEO</title>',
    good: '/a: <title>Amazon SEO</title>, /b: <title>When shoppers cannot find you</title>',
    fix: 'Say what is on this page and not on the other.',
  },
}

export const pageRules = defineRules(rules)

/** Returns a function that checks the HTML of pages. */
export function createPageChecker(): (html: string) => Fault[] {
  const read = createPageReader()
  return (html) => {
    const page = read(html)
    return Object.entries(rules).flatMap(([rule, { find }]) => find?.(page).map((fault) => ({ rule, ...fault })) ?? [])
  }
}

/** Lists titles and descriptions that several pages have. */
export function listSame(pages: ReadonlyMap<string, string>): (Fault & { page: string })[] {
  const read = createPageReader()
  const texts = [...pages].flatMap(([page, html]) => {
    const { title, description } = read(html)
    const entries = Object.entries({ title, description }).filter(([, text]) => text !== '')
    return entries.map(([what, text]) => ({ page, what, text }))
  })
  return listRepeated(texts, ({ what, text }) => `${what}\n${text}`).map(([{ page, what, text }, first]) => {
    const message = `the ${what} is also that of ${first.page}: ${short(text)}`
    return { page, rule: 'shown/same', message, text, help: 'Say what is on this page and not on the other.' }
  })
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
