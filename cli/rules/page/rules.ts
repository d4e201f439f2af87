import { listControlCharacters } from '../../content/literal-markup.ts'
import type { Explanation } from '../../diagnostics/problem.ts'
import { defineRules, findDuplicates } from '../rule.ts'
import { listShownBraces, listShownMarkup } from './literal-marks.ts'
import type { PageProblem } from './problem.ts'
import { createPageParser, type ParsedPage } from './shown-page.ts'

interface PageRule extends Explanation {
  /** Finds problems on a page; undefined for rules that other functions check. */
  find?: (page: ParsedPage) => Omit<PageProblem, 'rule'>[]
}

const rules: Record<string, PageRule> = {
  // `checkBuiltForms` finds these problems by running the built relay.
  'form/trial': {
    means:
      'A test submission from a built page to the built relay did not produce the expected result. site check --built and site audit test every form this way, without delivering anything.',
    matters: 'Submissions would be rejected, or lost although visitors see a confirmation.',
    bad: '(forms/contact.yaml has changed, dist/relay has not)',
    good: '(dist/site and dist/relay come from one build)',
    fix: 'Build again. If the problem persists, check the form, and deploy dist/relay together with dist/site.',
  },
  'shown/braces': {
    means: 'A section shows an unreplaced placeholder, such as {name}.',
    matters: 'Visitors, search engines and job boards would see the placeholder instead of a value.',
    bad: '{salary} a year',
    good: '$70K-$90K a year',
    fix: 'Replace the placeholder in the component of the section.',
    find: ({ runs }) =>
      distinct(runs.flatMap(listShownBraces)).map((text) => ({
        text,
        message: `visitors would see ${text} instead of a value`,
        help: 'Replace it in the component of the section.',
      })),
  },
  'shown/markdown': {
    means: 'A section shows Markdown source.',
    matters: 'Visitors would see brackets and asterisks.',
    bad: 'See our **new** terms.',
    good: 'See our new terms.',
    fix: 'Render the field with InlineMarkdown or Paragraphs in the component of the section, or make it a plain field.',
    find: ({ runs }) =>
      distinct(runs.flatMap(listShownMarkup)).map((text) => ({
        text,
        message: `visitors would see the markup in ${short(text)}`,
        help: 'Render the field as Markdown in the component of the section, or remove the markup.',
      })),
  },
  'shown/unwritten': {
    means: 'A page shows text that has not been written yet.',
    matters: 'Visitors would read TODO.',
    bad: 'heading: TODO heading of the section',
    good: 'heading: Brands that stay',
    fix: 'Write the text, or remove the entry from the page. Text that does not appear on any page can wait.',
    find({ texts }) {
      const [text] = texts.flatMap((text) => /^TODO\b[^|]*(?<! )|\bTODO:.*/.exec(text)?.[0] ?? [])
      if (text === undefined) return []
      const help = 'Write it, or remove it from the page.'
      return [{ severity: 'warning', text, message: `visitors would read ${short(text)}`, help }]
    },
  },
  'shown/control': {
    means: 'A page contains an invisible control character.',
    matters: 'Some programs show it as an empty box.',
    bad: 'Prime Day(U+000B)in numbers',
    good: 'Prime Day in numbers',
    fix: 'Remove it from the content.',
    find: ({ texts }) =>
      distinct(texts.filter((text) => listControlCharacters(text).length > 0)).map((text) => ({
        text,
        message: `there is a control character in ${short(text)}`,
        help: 'Remove it.',
      })),
  },
  'shown/link': {
    means: 'A link on a page has no address.',
    matters: 'It looks like a link but does nothing.',
    bad: '<a>our terms</a>',
    good: '<a href="/terms">our terms</a>',
    fix: 'Add the address.',
    find: ({ deadLinks }) =>
      distinct(deadLinks).map((text) => ({
        text,
        message: `the link "${short(text)}" has no address`,
        help: 'Add the address.',
      })),
  },
  'shown/attribute': {
    means: 'An attribute on a page contains NaN, Infinity or undefined.',
    matters: 'Browsers ignore the attribute, so a part of the page is missing or has the wrong size.',
    bad: '<rect height="NaN">',
    good: '<rect height="0">',
    fix: 'Correct the section or drawing that writes the attribute. A chart may divide by zero if all its values are 0.',
    find: ({ invalidAttributes }) =>
      distinct(invalidAttributes).map((attribute) => ({
        message: `the page has the attribute ${short(attribute)}`,
        help: 'Correct the section or drawing that writes it.',
      })),
  },
  'shown/heading': {
    means: 'A page has no h1 heading, or more than one.',
    matters: 'Search engines and screen readers expect one main heading per page.',
    bad: '<h1>Services</h1> … <h1>Big</h1>',
    good: '<h1>Services</h1> … <h2>Big</h2>',
    fix: 'Give the page one hero, and start headings in Markdown with ##.',
    find: ({ headings }) => {
      const message = `the page has ${headings} h1 headings`
      return headings === 1 ? [] : [{ message, help: 'Give it exactly one h1 heading.' }]
    },
  },
  'shown/id': {
    means: 'An id on a page is empty or used twice.',
    matters: 'Links to the id jump to the wrong place.',
    bad: '<h2 id="">',
    good: '<h2 id="the-fix">',
    fix: 'Give each heading unique text, and each section a unique id.',
    find: ({ ids }) =>
      distinct(ids.filter((id, index) => id === '' || ids.indexOf(id) !== index)).map((id) => ({
        message: id ? `two elements have the id "${id}"` : 'an id is empty',
        help: 'Give each heading unique text, and each section a unique id.',
      })),
  },
  'shown/unnamed': {
    means: 'A page has no title or no description.',
    matters: 'Search results would show the address or parts of the text instead.',
    bad: '<title></title>',
    good: '<title>Services | Harbor</title>',
    fix: "Add it to the page's file.",
    find: ({ title, description }) =>
      Object.entries({ title, description }).flatMap(([what, text]) =>
        text === '' ? [{ message: `the page has no ${what}`, help: `Add its ${what}.` }] : [],
      ),
  },
  'shown/same': {
    means: 'Two pages have the same title or description.',
    matters: 'Search engines may show only one of the pages.',
    bad: '/a and /b: <title>Piano lessons</title>',
    good: '/a: <title>Piano lessons</title>, /b: <title>Piano lessons for adults</title>',
    fix: 'Describe what sets this page apart from the other page.',
  },
  'shown/feed': {
    means: 'A feed or the sitemap is not well-formed XML.',
    matters: 'Feed readers and search engines reject the whole file.',
    bad: '<title>Fees & freight</title>',
    good: '<title>Fees &amp; freight</title>',
    fix: 'Search the content for the text quoted in the message, and correct it.',
  },
}

export const pageRules = defineRules(rules)

export function createPageChecker(): (html: string) => PageProblem[] {
  const read = createPageParser()
  return (html) => {
    const page = read(html)
    return Object.entries(rules).flatMap(([rule, { find }]) => find?.(page).map((found) => ({ rule, ...found })) ?? [])
  }
}

/** Finds titles and descriptions that several pages share. A page may have those of the same page in another language. */
export function findDuplicateMetadata(pages: ReadonlyMap<string, string>): (PageProblem & { page: string })[] {
  const read = createPageParser()
  const texts = [...pages].flatMap(([page, html]) => {
    const { title, description, alternates } = read(html)
    const entries = Object.entries({ title, description }).filter(([, text]) => text !== '')
    return entries.map(([what, text]) => ({ page, what, text, alternates: alternates.join(' ') }))
  })
  const found = findDuplicates(texts, ({ what, text }) => `${what}\n${text}`)
  return found.flatMap(([{ page, what, text, alternates }, first]) => {
    if (alternates !== '' && alternates === first.alternates) return []
    const message = `${first.page} has the same ${what}: ${short(text)}`
    return { page, rule: 'shown/same', message, text, help: 'Describe what sets this page apart from the other page.' }
  })
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
