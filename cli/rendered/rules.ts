import { listBraces, listControls, listMarks } from '../content/marks.ts'
import type { Fault } from './fault.ts'
import { readPage, type ShownPage } from './shown-page.ts'

/** What may be wrong with a page as it is published. A new rule is a function here and an explanation. */
const rules: ((page: ShownPage) => Fault[])[] = [
  ({ texts }) =>
    distinct(texts.flatMap((text) => listBraces(text).map((found) => found.text))).map((text) => ({
      ...{ rule: 'shown/braces', text, message: `visitors read the braces of ${text}` },
      help: 'Name a fact that there is, or take the braces away.',
    })),
  ({ texts }) =>
    distinct(texts.flatMap((text) => listMarks(text).map((found) => found.text))).map((text) => ({
      ...{ rule: 'shown/markdown', text, message: `visitors read the marks of ${short(text)}` },
      help: 'Write it without them, or as markdown where a text is markdown.',
    })),
  ({ texts }) =>
    texts
      .flatMap((text) => /^TODO\b[^|]*(?<! )|\bTODO:.*/.exec(text)?.[0] ?? [])
      .slice(0, 1)
      .map((text) => ({
        ...{ rule: 'shown/unwritten', severity: 'warning', text, message: `visitors read ${short(text)}` },
        help: 'Write it, or take it off the page.',
      })),
  ({ texts }) =>
    distinct(texts.filter((text) => listControls(text).length > 0)).map((text) => ({
      ...{ rule: 'shown/control', text, message: `there is a control character in ${short(text)}` },
      help: 'Remove it.',
    })),
  ({ deadLinks }) =>
    distinct(deadLinks).map((text) => ({
      ...{ rule: 'shown/link', text, message: `the link "${short(text)}" has no address` },
      help: 'Say where it leads.',
    })),
  ({ headings }) =>
    headings === 1
      ? []
      : [
          {
            ...{ rule: 'shown/heading', message: `the page has ${headings} headings of the first level (h1)` },
            help: 'Give it one.',
          },
        ],
  ({ ids }) =>
    distinct(ids.filter((id, place) => id === '' || ids.indexOf(id) !== place)).map((id) => ({
      ...{ rule: 'shown/id', message: id ? `two elements have the id "${id}"` : 'an id is empty' },
      help: 'Give headings and sections words of their own.',
    })),
  ({ title, description }) =>
    (
      [
        ['title', title],
        ['description', description],
      ] as const
    )
      .filter(([, text]) => text === '')
      .map(([what]) => ({
        ...{ rule: 'shown/unnamed', message: `the page has no ${what}` },
        help: `Write its ${what}.`,
      })),
]

/** Everything that is wrong with the HTML of one page. */
export function checkPage(html: string): Fault[] {
  const page = readPage(html)
  return rules.flatMap((rule) => rule(page))
}

/** Titles and descriptions that several pages have. */
export function listSame(pages: ReadonlyMap<string, string>): (Fault & { page: string })[] {
  const seen = new Map<string, string>()
  return [...pages].flatMap(([page, html]) => {
    const { title, description } = readPage(html)
    return Object.entries({ title, description }).flatMap(([what, text]) => {
      const key = `${what}\n${text}`
      const first = seen.get(key)
      seen.set(key, first ?? page)
      if (first === undefined || text === '') return []
      const message = `the ${what} is also that of ${first}: ${short(text)}`
      return [{ page, rule: 'shown/same', message, text, help: 'Say what is on this page and not on the other.' }]
    })
  })
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
