import { UNBREAKABLE } from '../schema/range.ts'

const UNBREAKABLES = new RegExp(UNBREAKABLE, 'gu')
/** Skips most texts: every range has a digit. */
const HAS_DIGIT = /\d/

const DISPLAY = /<(h[1-3]|blockquote)\b[^>]*>.*?<\/\1>/gs

/**
 * Keeps ranges and times on one line and gives headings and quotations curly quotes. Changes only text, not attributes
 * or the text of drawings. Uses `bdi`, which no section uses, so that styles for `span` do not apply.
 */
export function typeset(html: string): string {
  const curved = html.replace(DISPLAY, (large) => large.replace(/>[^<]+/g, curve))
  return curved.replace(/(?<!<t(?:ext|span)\b[^<]*)>[^<]+/g, (text) =>
    HAS_DIGIT.test(text) ? text.replace(UNBREAKABLES, '<bdi>$&</bdi>') : text,
  )
}

/** A quote at the start or after a space or parenthesis opens; any other closes or is an apostrophe. */
function curve(text: string): string {
  return text
    .replace(/(?<=[>\s(])(?:'|&#x27;)/g, '‘')
    .replace(/'|&#x27;/g, '’')
    .replace(/(?<=[>\s(])(?:"|&quot;)/g, '“')
    .replace(/"|&quot;/g, '”')
}
