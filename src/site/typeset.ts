import { UNBREAKABLE_PATTERN } from '../schema/range.ts'

const UNBREAKABLES = new RegExp(UNBREAKABLE_PATTERN, 'gu')
/** Speeds up the search: every range and time contains a digit, but most strings contain none. */
const HAS_DIGIT = /\d/

const DISPLAY = /<(h[1-3]|blockquote)\b[^>]*>.*?<\/\1>/gs

/**
 * Keeps ranges and times on one line, and adds curly quotes to headings and quotations. Does not change attributes or
 * the text in drawings. Uses `bdi` rather than `span`, so that the styles that sections define for `span` do not apply.
 */
export function typeset(html: string): string {
  const curved = html.replace(DISPLAY, (large) => large.replace(/>[^<]+/g, curve))
  return curved.replace(/(?<!<t(?:ext|span)\b[^<]*)>[^<]+/g, (text) =>
    HAS_DIGIT.test(text) ? text.replace(UNBREAKABLES, '<bdi>$&</bdi>') : text,
  )
}

/**
 * Replaces straight quotes with curly ones. A quote at the start, after a space or after a parenthesis is an opening
 * quote. Any other is a closing quote or an apostrophe.
 */
function curve(text: string): string {
  return text
    .replace(/(?<=[>\s(])(?:'|&#x27;)/g, '‘')
    .replace(/'|&#x27;/g, '’')
    .replace(/(?<=[>\s(])(?:"|&quot;)/g, '“')
    .replace(/"|&quot;/g, '”')
}
