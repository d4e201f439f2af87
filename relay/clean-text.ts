/** Invisible characters, including bidirectional controls but not U+200D, which some names need. */
const HIDDEN = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu
const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * Removes control characters except line breaks and tabs, and replaces lone surrogates, because receivers and databases
 * may reject text that contains them.
 */
export function removeControlCharacters(text: string): string {
  return text
    .replaceAll('\u0085', '\n')
    .replace(/(?![\r\n\t])\p{Control}/gu, '')
    .replace(LONE_SURROGATE, '\uFFFD')
}

/** Cleans text for people: removes control and invisible characters, and converts line breaks to line feeds. */
export function cleanText(text: string): string {
  return removeControlCharacters(text.replace(/\r\n?|[\u2028\u2029]/g, '\n')).replace(HIDDEN, '')
}

/** Cleans text for use on a single line, such as a header or table cell. Replaces line breaks with spaces. */
export function cleanLine(text: string, maxLength = 200): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim()
  return [...line].length > maxLength ? `${[...line].slice(0, maxLength - 1).join('')}…` : line
}
