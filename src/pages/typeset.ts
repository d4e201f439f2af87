import { WHOLE } from '../range.ts'

const WHOLES = new RegExp(WHOLE, 'gu')

/**
 * What a typesetter mends in rendered HTML: ranges and their like stay in one line. Text only, never attributes, and not
 * drawn words, which do not break. The element is one that no section uses, so that no rule for the spans of a section
 * reaches into a sentence.
 */
export function typeset(html: string): string {
  return html.replace(/(?<!<t(?:ext|span)\b[^<]*)>[^<]+/g, (text) => text.replace(WHOLES, '<bdi>$&</bdi>'))
}
