import { Parser } from 'htmlparser2'
import { memoizeByText } from '../../content/memoize.ts'

export interface ParsedPage {
  title: string
  description: string
  /** URLs of the page in all its languages; empty if it exists in only one. */
  alternates: string[]
  /** Text of each block, including its inline elements but without code. */
  texts: string[]
  /** Text between two tags, without code, and attributes that visitors read. */
  runs: string[]
  ids: string[]
  /** Number of `h1` headings. */
  headings: number
  /** Text of links without a URL. */
  deadLinks: string[]
  /** Attributes whose value was computed from missing or invalid values. */
  invalidAttributes: string[]
}

/** Elements whose content is ignored. */
const IGNORED = new Set(['code', 'pre', 'kbd', 'samp', 'textarea', 'script', 'style'])
const INLINE =
  /^(?:a|abbr|b|bdi|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tspan|u|var|wbr)$/
const READ_OUT = ['alt', 'aria-label', 'placeholder', 'title']
/** Attributes whose value is text from the content. */
const TEXT = new Set([...READ_OUT, 'content', 'href', 'src', 'srcset', 'value', 'id', 'name', 'action'])
const INVALID = /(?<!\w)(?:NaN|Infinity|undefined|\[object Object\])(?![\w-])/

/** Returns a parser for built pages. */
export function createPageParser(): (html: string) => ParsedPage {
  const readAround = memoizeByText(parseHtml)
  return (html) => {
    const { head, around, main } = splitPageHtml(html)
    return join([parseHtml(head), readAround(around), parseHtml(main)])
  }
}

function join(parts: readonly ParsedPage[]): ParsedPage {
  return {
    title: parts.find(({ title }) => title)?.title ?? '',
    description: parts.find(({ description }) => description)?.description ?? '',
    alternates: parts.flatMap(({ alternates }) => alternates),
    texts: parts.flatMap(({ texts }) => texts),
    runs: parts.flatMap(({ runs }) => runs),
    ids: parts.flatMap(({ ids }) => ids),
    headings: parts.reduce((sum, { headings }) => sum + headings, 0),
    deadLinks: parts.flatMap(({ deadLinks }) => deadLinks),
    invalidAttributes: parts.flatMap(({ invalidAttributes }) => invalidAttributes),
  }
}

/** Parses a page or a part of one. */
export function parseHtml(html: string): ParsedPage {
  const page: ParsedPage = {
    title: '',
    description: '',
    alternates: [],
    texts: [],
    runs: [],
    ids: [],
    headings: 0,
    deadLinks: [],
    invalidAttributes: [],
  }
  let block = ''
  let run = ''
  let data = ''
  let ignored = 0
  let isData = false
  let link: { from: number } | undefined
  const endRun = () => {
    if (run.trim()) page.runs.push(run.trim())
    run = ''
  }
  const endBlock = () => {
    endRun()
    if (block.trim()) page.texts.push(block.trim())
    block = ''
  }
  const readOut = (text: string) => {
    page.texts.push(text)
    page.runs.push(text)
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      // The build adds `bdi` to text, so it does not separate runs.
      if (!INLINE.test(name)) endBlock()
      else if (name !== 'bdi') endRun()
      if (IGNORED.has(name)) ignored += 1
      isData = name === 'script' && attributes.type === 'application/ld+json'
      data = ''
      if (name === 'h1') page.headings += 1
      if (name === 'a' && !attributes.href) link = { from: block.length }
      if (attributes.id !== undefined) page.ids.push(attributes.id)
      if (name === 'link' && attributes.hreflang) page.alternates.push(attributes.href ?? '')
      if (name === 'meta' && attributes.name === 'description') page.description = attributes.content ?? ''
      if (
        name === 'meta' &&
        attributes.content &&
        /description|title/.test(attributes.name ?? attributes.property ?? '')
      )
        readOut(attributes.content)
      for (const attribute of READ_OUT) if (attributes[attribute]) readOut(attributes[attribute])
      for (const [attribute, value] of Object.entries(attributes))
        if (INVALID.test(value) && !TEXT.has(attribute) && !/^(?:aria|data)-/.test(attribute))
          page.invalidAttributes.push(`${attribute}="${value}"`)
    },
    ontext(text) {
      if (isData) data += text
      if (ignored > 0) return
      block += text
      run += text
    },
    onclosetag(name) {
      if (isData) readStrings(JSON.parse(data), page)
      isData = false
      if (IGNORED.has(name)) ignored -= 1
      if (name === 'title' && !page.title) page.title = block.trim()
      if (name === 'a' && link) {
        page.deadLinks.push(block.slice(link.from).trim())
        link = undefined
      }
      if (!INLINE.test(name)) endBlock()
      else if (name !== 'bdi') endRun()
    },
  })
  parser.end(html)
  endBlock()
  return page
}

/** Adds the strings in a JSON value, which may be HTML, to the texts of a page. */
function readStrings(value: unknown, page: ParsedPage): void {
  if (typeof value === 'string') {
    const { texts, runs } = /<\/[a-z]/i.test(value) ? parseHtml(value) : { texts: [value], runs: [value] }
    page.texts.push(...texts)
    page.runs.push(...runs)
  } else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) readStrings(item, page)
}

/** Splits a page into its head, its `main` and the rest of its body, which can be cached: many pages share it. */
export function splitPageHtml(html: string): { head: string; around: string; main: string } {
  const body = html.indexOf('<body>')
  const main = html.indexOf('<main')
  const end = html.lastIndexOf('</main>')
  if (body < 0 || main < 0 || end < 0) return { head: '', around: '', main: html }
  const data = html.indexOf('<script id="page"', end)
  const before = html.slice(body, main)
  const after = html.slice(end, data < 0 ? undefined : data)
  const rest = data < 0 ? '' : html.slice(html.indexOf('</script>', data))
  return { head: html.slice(0, body), around: before + after, main: html.slice(main, end) + rest }
}
