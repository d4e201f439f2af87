import { WHOLE } from '../schema/range.ts'

const WHOLES = new RegExp(WHOLE, 'gu')
/** Every whole has one; most texts have none. */
const HAS_DIGIT = /\d/

const DISPLAY = /<(h[1-3]|blockquote)\b[^>]*>.*?<\/\1>/gs

/**
 * What a typesetter mends in rendered HTML: ranges and their like stay in one line, and what is set large, where
 * straight quotes show, gets curved ones. Text only, never attributes, and not
 * drawn words, which do not break. The element is one that no section uses, so that no rule for the spans of a section
 * reaches into a sentence.
 */
export function typeset(html: string): string {
  const curved = html.replace(DISPLAY, (large) => large.replace(/>[^<]+/g, curve))
  return curved.replace(/(?<!<t(?:ext|span)\b[^<]*)>[^<]+/g, (text) =>
    HAS_DIGIT.test(text) ? text.replace(WHOLES, '<bdi>$&</bdi>') : text,
  )
}

/** After a letter, a digit or a mark a quote closes or is an apostrophe; elsewhere it opens. */
function curve(text: string): string {
  return text
    .replace(/(?<=[>\s(])(?:'|&#x27;)/g, '‘')
    .replace(/'|&#x27;/g, '’')
    .replace(/(?<=[>\s(])(?:"|&quot;)/g, '“')
    .replace(/"|&quot;/g, '”')
}
