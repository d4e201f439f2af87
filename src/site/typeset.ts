import { UNBREAKABLE_PATTERN } from '../schema/range.ts'
import { curveQuotes } from './curve-quotes.ts'

const UNBREAKABLES = new RegExp(UNBREAKABLE_PATTERN, 'gu')
/** Speeds up the search: every range and time contains a digit, but most strings contain none. */
const HAS_DIGIT = /\d/

const DISPLAY = /<(h[1-3]|blockquote)\b[^>]*>.*?<\/\1>/gs

/**
 * Keeps ranges and times on one line, and adds the quotation marks of the language to headings and quotations. Does not
 * change attributes or the text in drawings. Uses `bdi` rather than `span`, so that the styles that sections define for
 * `span` do not apply.
 */
export function typeset(html: string, language: string): string {
  const curved = html.replace(DISPLAY, (large) => curveQuotes(large, language))
  return curved.replace(/(?<!<t(?:ext|span)\b[^<]*)>[^<]+/g, (text) =>
    HAS_DIGIT.test(text) ? text.replace(UNBREAKABLES, '<bdi>$&</bdi>') : text,
  )
}
