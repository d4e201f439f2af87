import { decodeHTMLAttribute } from 'entities'
import { QuoteType, Tokenizer } from 'htmlparser2'
import type { Html } from 'mdast'

/** An HTML tag or text. Offsets refer to the Markdown source. */
export interface HtmlToken {
  kind: 'open' | 'close' | 'characters' | 'other'
  /** Name of the element in lower case; empty if the token is not a tag. */
  name: string
  attributes: HtmlAttribute[]
  /** The HTML, without the marks of quotes and lists. */
  text: string
  start: number
  end: number
}

interface HtmlAttribute {
  name: string
  value: string
  /** Range of the attribute. */
  start: number
  end: number
  /** Start of the value, which ends after as many characters if it appears verbatim in the source. */
  valueStart: number
}

/** Splits HTML in Markdown into tags and texts. */
export function listHtmlTokens(node: Html, source: string): HtmlToken[] {
  const { value } = node
  const at = createOffsetMapper(node, source)
  const tokens: HtmlToken[] = []
  let tag: HtmlToken | undefined
  let attribute: { name: string; start: number; value: number | undefined; end: number } | undefined
  const add = (kind: HtmlToken['kind'], start: number, end: number, name = ''): HtmlToken => {
    const text = value.slice(start, end)
    const token = { kind, name: name.toLowerCase(), attributes: [], text, start: at(start), end: at(end) }
    tokens.push(token)
    return token
  }
  const addText = (start: number, end: number) => {
    if (end > start) add('characters', start, end)
  }
  const endTag = (end: number) => {
    if (tag) tag.end = at(end + 1)
    tag = undefined
  }
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname(start, end) {
        tag = add('open', start - 1, end, value.slice(start, end))
      },
      onclosetag(start, end) {
        add('close', start - 2, value.indexOf('>', end) + 1 || end, value.slice(start, end))
      },
      onattribname(start, end) {
        attribute = { name: value.slice(start, end).toLowerCase(), start, value: undefined, end }
      },
      onattribdata(start, end) {
        if (attribute) Object.assign(attribute, { value: attribute.value ?? start, end })
      },
      onattribentity() {},
      onattribend(quote, end) {
        if (!attribute || !tag) return
        const { name, start, value: from } = attribute
        const isQuoted = quote === QuoteType.Single || quote === QuoteType.Double
        const last =
          quote === QuoteType.NoValue
            ? attribute.end
            : isQuoted
              ? value.indexOf(quote === QuoteType.Single ? "'" : '"', attribute.end) + 1
              : end
        const text = from === undefined ? '' : decodeHTMLAttribute(value.slice(from, attribute.end))
        tag.attributes.push({ name, value: text, start: at(start), end: at(last), valueStart: at(from ?? last) })
        attribute = undefined
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      ontext: addText,
      ontextentity() {},
      oncomment: (start, end) => void add('other', start - 4, end + 1),
      oncdata: (start, end) => void add('other', start, end),
      ondeclaration: (start, end) => void add('other', start, end),
      onprocessinginstruction: (start, end) => void add('other', start, end),
      onend() {},
    },
  )
  tokenizer.write(value)
  tokenizer.end()
  return tokens
}

/** Returns a function that converts offsets in a node's value, which lacks the marks of quotes and lists. */
function createOffsetMapper({ value, position }: Html, source: string): (offset: number) => number {
  const start = position?.start.offset ?? 0
  const end = position?.end.offset ?? 0
  if (source.startsWith(value, start)) return (offset) => start + offset
  const offsets: number[] = []
  let at = start
  for (const character of value.split('')) {
    const found = source.indexOf(character, at)
    if (found >= 0 && found < end) at = found
    offsets.push(at)
    at += 1
  }
  return (offset) => offsets[offset] ?? end
}

/** Escapes text for HTML content and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
