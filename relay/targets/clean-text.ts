/** Invisible characters, including bidirectional controls but not U+200D, which some names need. */
const HIDDEN = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu
const LONE_SURROGATE = /\p{Surrogate}/gu

/** Removes control characters except line feed and tab. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Control}/gu, '')
    .replace(HIDDEN, '')
    .replace(LONE_SURROGATE, '\uFFFD')
}

/** Cleans text for use on a single line, such as a header or table cell. Replaces line breaks with spaces. */
export function cleanLine(text: string, maxLength = 200): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim()
  return [...line].length > maxLength ? `${[...line].slice(0, maxLength - 1).join('')}…` : line
}
