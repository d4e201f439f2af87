import { WHOLE } from '../schema/range.ts'

const WHOLES = new RegExp(WHOLE, 'gu')
/** Every range has one; most texts have none. */
const HAS_DIGIT = /\d/

const DISPLAY = /<(h[1-3]|blockquote)\b[^>]*>.*?<\/\1>/gs

/**
 * Keeps ranges and times on one line and gives headings and quotations curly quotes. Changes text only, not attributes,
 * and not the text of drawings. Uses `bdi`, which no section uses, so that styles for `span` do not apply.
 */
export function typeset(html: string): string {
  const curved = html.replace(DISPLAY, (large) => large.replace(/>[^<]+/g, curve))
  return curved.replace(/(?<!<t(?:ext|span)\b[^<]*)>[^<]+/g, (text) =>
    HAS_DIGIT.test(text) ? text.replace(WHOLES, '<bdi>$&</bdi>') : text,
  )
}

/** A quote at the start, after a space or a parenthesis opens; any other closes or is an apostrophe. */
function curve(text: string): string {
  return text
    .replace(/(?<=[>\s(])(?:'|&#x27;)/g, '‘')
    .replace(/'|&#x27;/g, '’')
    .replace(/(?<=[>\s(])(?:"|&quot;)/g, '“')
    .replace(/"|&quot;/g, '”')
}
