import { memoizeByText } from '../../content/memoize.ts'

export interface ParsedPage {
  title: string
  description: string
  /** Text of each block, including its inline elements but without code. */
  texts: string[]
  ids: string[]
  /** Number of `h1` headings. */
  headings: number
  /** Text of links without a URL. */
  deadLinks: string[]
}

/** Elements whose content is ignored. */
const CODE = new Set(['code', 'pre', 'kbd', 'samp', 'textarea'])
const INLINE = /^(?:a|abbr|b|bdi|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tspan|u|var|wbr)$/
const READ_OUT = ['alt', 'aria-label', 'placeholder', 'title']
/** Matches elements with a relevant attribute. Most elements have none. */
const RELEVANT = /\b(?:id|href|name|property|content|alt|aria-label|placeholder|title)=/i
const TOKEN =
  /<!--[\s\S]*?-->|<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>|<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^">]+)*)>|([^<]+)/gi

/** Returns a parser for built pages, which are well-formed and have attributes in double quotes. */
export function createPageParser(): (html: string) => ParsedPage {
  const readAround = memoizeByText(readPart)
  return (html) => {
    const { head, around, main } = splitPageHtml(html)
    return join([readPart(head), readAround(around), readPart(main)])
  }
}

function join(parts: readonly ParsedPage[]): ParsedPage {
  return {
    title: parts.find(({ title }) => title)?.title ?? '',
    description: parts.find(({ description }) => description)?.description ?? '',
    texts: parts.flatMap(({ texts }) => texts),
    ids: parts.flatMap(({ ids }) => ids),
    headings: parts.reduce((sum, { headings }) => sum + headings, 0),
    deadLinks: parts.flatMap(({ deadLinks }) => deadLinks),
  }
}

function readPart(html: string): ParsedPage {
  const page: ParsedPage = { title: '', description: '', texts: [], ids: [], headings: 0, deadLinks: [] }
  let text = ''
  let inCode = 0
  let link: { from: number } | undefined
  const flush = () => {
    if (text.trim()) page.texts.push(text.trim())
    text = ''
  }
  for (const [, raw, rawAttributes, data = '', closing, tag, attributes = '', words] of html.matchAll(TOKEN)) {
    if (raw && rawAttributes?.includes('application/ld+json')) page.texts.push(...listStrings(JSON.parse(data)))
    if (words !== undefined && inCode === 0) text += decode(words)
    if (tag === undefined) continue
    const name = tag.toLowerCase()
    if (CODE.has(name)) inCode += closing ? -1 : 1
    if (closing && name === 'title' && !page.title) page.title = text.trim()
    if (closing && name === 'a' && link) {
      page.deadLinks.push(text.slice(link.from).trim())
      link = undefined
    }
    if (!INLINE.test(name)) flush()
    if (closing) continue
    const found: Attributes = RELEVANT.test(attributes) ? readAttributes(attributes) : {}
    if (name === 'h1') page.headings += 1
    if (name === 'a' && !found.href) link = { from: text.length }
    if (found.id !== undefined) page.ids.push(found.id)
    if (name === 'meta' && found.name === 'description') page.description = found.content ?? ''
    if (name === 'meta' && found.content && /description|title/.test(found.name ?? found.property ?? ''))
      page.texts.push(found.content)
    for (const attribute of READ_OUT) if (found[attribute]) page.texts.push(found[attribute])
  }
  flush()
  return page
}

type Attributes = Partial<Record<string, string>>

function readAttributes(text: string): Attributes {
  const pairs = [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), decode(value)]))
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' }

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name) return ENTITIES[name] ?? whole
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16))
  })
}

/** Matches tags, and code elements with their content. No capturing groups: `split` would return their matches. */
const TAG = /<(?:code|pre|kbd|samp)\b[\s\S]*?<\/(?:code|pre|kbd|samp)>|<\/?[a-z][^>]*>/i

/** Lists the strings in a JSON value, without tags or code. */
function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return value.split(TAG).filter((text) => text.trim())
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : []
}

/** Splits a page into its head, its `main` and the rest of its body, which can be cached: many pages share it. */
export function splitPageHtml(html: string): { head: string; around: string; main: string } {
  const [body, main, end] = [html.indexOf('<body>'), html.indexOf('<main'), html.lastIndexOf('</main>')]
  if (body < 0 || main < 0 || end < 0) return { head: '', around: '', main: html }
  const data = html.indexOf('<script id="page"', end)
  const [before, after] = [html.slice(body, main), html.slice(end, data < 0 ? undefined : data)]
  const rest = data < 0 ? '' : html.slice(html.indexOf('</script>', data))
  return { head: html.slice(0, body), around: before + after, main: html.slice(main, end) + rest }
}
