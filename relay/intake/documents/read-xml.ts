import { SaxesParser } from 'saxes'
import { takeTurn } from '../../concurrency.ts'
import { DocumentError } from './document-problem.ts'

/** Names have no namespace prefix, because a document may choose its prefixes. */
export interface XmlHandler {
  /** @throws DocumentError */
  onOpen?(name: string, attributes: XmlAttributes): void
  onClose?(name: string): void
  /** Receives text and CDATA between two tags, with all character references resolved. May be called several times. */
  onText?(text: string): void
}

/** Returns the value of an attribute. @throws DocumentError if there are several, which only differ in their prefixes */
export type XmlAttributes = (name: string) => string | undefined

/** Largest tag, text or comment, in characters, because the parser keeps it in memory. Word stores pictures in attributes. */
const MAX_TOKEN = 1024 * 1024
const MAX_ATTRIBUTES = 256
const MAX_DEPTH = 256

/**
 * Parses XML in pieces, and lets other requests run after each piece. Time is proportional to the length of the XML, and
 * memory is limited by `MAX_TOKEN`. Encodings other than UTF-8 and custom entities are errors, because they could hide
 * content from this check.
 * @throws DocumentError, or Error if the XML is malformed
 */
export async function readXml(source: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = new SaxesParser()
  let depth = 0
  let attributeCount = 0
  let tokenStart = 0
  const startToken = () => {
    tokenStart = parser.position
  }
  const onText = (text: string) => {
    startToken()
    handler.onText?.(text)
  }
  for (const event of ['comment', 'processinginstruction'] as const) parser.on(event, startToken)
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (encoding.toLowerCase() !== 'utf-8') throw new DocumentError('damaged')
  })
  parser.on('doctype', () => {
    throw new DocumentError('damaged')
  })
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('attribute', () => {
    attributeCount += 1
    if (attributeCount > MAX_ATTRIBUTES) throw new DocumentError('complex')
  })
  parser.on('opentag', (tag) => {
    startToken()
    attributeCount = 0
    depth += 1
    if (depth > MAX_DEPTH) throw new DocumentError('complex')
    const { attributes } = tag
    handler.onOpen?.(withoutPrefix(tag.name), (name) => findAttribute(attributes, name))
    // The parser keeps open tags until they are closed; it needs only their names.
    tag.attributes = {}
  })
  parser.on('closetag', ({ name }) => {
    startToken()
    depth -= 1
    handler.onClose?.(withoutPrefix(name))
  })
  for await (const bytes of source) {
    parser.write(decoder.decode(bytes, { stream: true }))
    if (parser.position - tokenStart > MAX_TOKEN) throw new DocumentError('complex')
    await takeTurn()
  }
  parser.write(decoder.decode()).close()
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function findAttribute(attributes: Record<string, string>, name: string): string | undefined {
  const found = Object.keys(attributes).filter((key) => withoutPrefix(key) === name)
  if (found.length > 1) throw new DocumentError('damaged')
  return found[0] === undefined ? undefined : attributes[found[0]]
}
