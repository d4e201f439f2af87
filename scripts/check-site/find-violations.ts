import { z } from 'zod'
import type { ProblemDetails } from '../../cli/diagnostics/problem.ts'
import { createPageParser, splitPageHtml } from '../../cli/rules/page/shown-page.ts'
import type { Content } from '../../src/collections/content.ts'
import { toPayload } from '../../src/forms/answers.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import { getFieldType } from '../../src/forms/kinds/get-field-type.ts'
import { listRoutes } from '../../src/routes.ts'

const clause = z.string().describe('Section of the specification, and what it fixes')
const clauseSchema = z.union([
  z.strictObject({
    clause,
    file: z.string().describe('Path in the content folder'),
    values: z.record(z.string(), z.unknown()).describe('Expected values, by their path in the file'),
  }),
  z.strictObject({
    clause,
    page: z.string().describe('URL path'),
    texts: z.array(z.string()).default([]).describe('Texts of the page, in order, in upper or lower case'),
    links: z.array(z.string()).default([]).describe('Targets of links on the page'),
    testimonials: z.number().optional().describe('Number of testimonials on the page'),
  }),
])
export const clausesSchema = z.array(clauseSchema)
export type Clause = z.infer<typeof clauseSchema>

/** A difference between the content and a clause. */
export interface Violation extends ProblemDetails {
  /** Path in the content folder. */
  file: string
  /** Words to look for in the file, to report the line: the found value, or the name of the field. */
  words: string[]
}

export interface Site {
  content: Content
  /** Paths of the built pages. */
  pages: readonly string[]
  /** Returns the HTML of a built page. */
  html(page: string): string
}

/** Returns every difference between a built site and the clauses. */
export function findViolations(clauses: readonly Clause[], site: Site): Violation[] {
  const files = new Map(listRoutes(site.content).map(({ path, entry }) => [path, trimRoot(entry.file)]))
  return clauses.flatMap((each) => ('page' in each ? checkPage(each, site, files) : checkValues(each, site.content)))
}

type ValuesClause = Extract<Clause, { values: unknown }>
type PageClause = Extract<Clause, { page: string }>

function checkValues({ clause, file, values }: ValuesClause, content: Content): Violation[] {
  const entry = readEntry(file, content)
  if (entry === undefined)
    return [{ ...violation(clause, file, `${file} does not exist or is not published`), expected: file }]
  return Object.entries(values).flatMap(([path, expected]) => {
    const found = path.split('.').reduce<unknown>((value, key) => (value as Values | undefined)?.[key], entry)
    if (matches(found, expected)) return []
    const words = [typeof found === 'string' ? found : [], path.split('.').slice(-1)].flat()
    return [
      {
        ...violation(clause, file, `"${path}" differs`, words),
        expected: show(expected),
        found: show(found, expected),
      },
    ]
  })
}

function checkPage({ clause, page, texts, links, testimonials }: PageClause, site: Site, files: Map<string, string>) {
  const file = files.get(page)
  if (file === undefined || !site.pages.includes(page))
    return [
      { ...violation(clause, 'site.yaml', `the page ${page} does not exist`), help: `Restore ${page}. ${INTENDED}` },
    ]
  const html = site.html(page)
  const report = (message: string, words: string[] = []) => violation(clause, file, `${page}: ${message}`, words)
  const found: Violation[] = []
  const text = createPageParser()(splitPageHtml(html).main).texts.join(' ').replace(/\s+/g, ' ').toLowerCase()
  let from = 0
  let before = ''
  for (const wanted of texts) {
    const at = text.indexOf(wanted.toLowerCase(), from)
    if (at < 0) found.push(report(`the text "${wanted}" is missing${before && ` after "${before}"`}`, [before]))
    else {
      from = at + 1
      before = wanted
    }
  }
  for (const link of links) if (!html.includes(`href="${link}"`)) found.push(report(`there is no link to ${link}`))
  const quotes = html.split('<blockquote').length - 1
  if (testimonials !== undefined && quotes !== testimonials)
    found.push({ ...report('the number of testimonials differs'), expected: `${testimonials}`, found: `${quotes}` })
  return found
}

const INTENDED =
  'If the agency decided to differ from the specification, change the clause in scripts/check-site/specification.yaml.'

function violation(clause: string, file: string, message: string, words: string[] = []): Violation {
  return { rule: 'specification', file, words, message: `${clause}: ${message}`, help: INTENDED }
}

type Values = Record<string, unknown>

/** Returns the values of a content file. To the values of a form, adds what clauses refer to by name. */
function readEntry(file: string, content: Content): Values | undefined {
  if (file === 'site.yaml') return content.site as unknown as Values
  if (file === 'facts.yaml') return content.facts as unknown as Values
  const entries = Object.values(content).flatMap((list) => (Array.isArray(list) ? (list as { file?: string }[]) : []))
  const entry = entries.find((each) => each.file !== undefined && trimRoot(each.file) === file)
  return entry && file.startsWith('forms/') ? describeForm(entry as unknown as Contract) : (entry as Values | undefined)
}

function describeForm(form: Contract): Values {
  const fields = listFields(form)
  return {
    ...form,
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    payload: Object.keys(toPayload(getFieldType, form, {})),
    fields: Object.fromEntries(fields.map((field) => [field.name, field])),
  }
}

/** Removes the name of the content folder from the path of a file. */
function trimRoot(file: string): string {
  return file.slice(file.indexOf('/') + 1)
}

/** Reports whether a value has the expected value. Objects may have more keys; names of fields may be in any order. */
function matches(found: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(found) || found.length !== expected.length) return false
    const isSet = expected.every((item) => typeof item === 'string')
    return isSet ? isSameSet(found, expected) : expected.every((item, index) => matches(found[index], item))
  }
  if (typeof expected === 'object' && expected !== null)
    return Object.entries(expected).every(([key, value]) => matches((found as Values | undefined)?.[key], value))
  return found === expected
}

function isSameSet(found: unknown[], expected: unknown[]): boolean {
  return expected.every((item) => found.includes(item))
}

/** Shows a value as JSON, with only the keys that the clause fixes. */
function show(value: unknown, expected: unknown = value): string {
  const pick = (each: unknown, like: unknown): unknown => {
    if (Array.isArray(each))
      return each.map((item, index) => pick(item, Array.isArray(like) ? (like[index] ?? like[0]) : item))
    if (typeof each !== 'object' || each === null || typeof like !== 'object' || like === null) return each
    return Object.fromEntries(Object.keys(like).map((key) => [key, pick((each as Values)[key], (like as Values)[key])]))
  }
  return JSON.stringify(pick(value, expected)) ?? 'nothing'
}
