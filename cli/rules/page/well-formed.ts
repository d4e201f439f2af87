import { listControlCharacters } from '../../content/literal-markup.ts'
import { defineRules } from '../rule.ts'
import type { PageProblem } from './problem.ts'

const TOKEN = /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|[^<]+|</g
/** Matches an ampersand that does not begin a predefined XML entity. */
const BARE = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-Fa-f]+);)/

/** Checks that a feed or sitemap is well-formed XML. Ignores syntax that the build never writes, such as CDATA. */
export function checkXml(file: string, xml: string): PageProblem[] {
  const open: string[] = []
  let wrong = listControlCharacters(xml).length > 0 ? 'a control character' : undefined
  for (const [token, closing, name, attributes = '', empty] of xml.matchAll(TOKEN)) {
    if (name === undefined ? token === '<' || BARE.test(token) : BARE.test(attributes)) wrong ??= token.slice(0, 60)
    if (name === undefined || empty) continue
    if (!closing) open.push(name)
    else if (open.pop() !== name) wrong ??= token
  }
  wrong ??= open.length > 0 ? `<${open.at(-1)}> is never closed` : undefined
  if (wrong === undefined) return []
  const help = 'Feed readers would reject the whole file. Check the titles, summaries and text in the content.'
  return [{ rule: 'shown/feed', message: `${file} is not well-formed: ${wrong}`, help }]
}

export const xmlRules = defineRules({
  'shown/feed': {
    means: 'A feed or the sitemap is not well-formed XML.',
    matters: 'Feed readers and search engines reject the whole file.',
    bad: '<title>Fees & freight</title>',
    good: '<title>Fees &amp; freight</title>',
    fix: 'Search the content for the text quoted in the message, and correct it.',
  },
})
