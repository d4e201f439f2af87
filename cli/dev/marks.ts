/**
 * Invisible characters that say of a text on a page which value of the content it is. They travel inside of the text
 * itself, through all that makes a page of it, and are taken out of the document before anybody sees it.
 *
 * Tag characters of Unicode (U+E0020 to U+E007E stand for ASCII, https://www.unicode.org/charts/PDF/UE0000.pdf) are
 * ignored by everything that shows or measures text.
 */

/** A value of the content: its file, relative to the parent of the content folder, and its path in it. */
export interface Place {
  file: string
  path: readonly (string | number)[]
}

const OPEN = '\u{E0001}'
const CLOSE = '\u{E007F}'
const SHIFT = 0xe0000
const MARK = /\u{E0001}([\u{E0020}-\u{E007E}]*)\u{E007F}/gu
/** The path of the text under the fields of a markdown file. */
export const BODY = '#body'

/** The same text between two marks. */
export function markText(text: string, { file, path }: Place): string {
  return `${OPEN}${shift(encodeURI(JSON.stringify([file, ...path])), SHIFT)}${CLOSE}${text}${OPEN}${CLOSE}`
}

/** The marks of a text with their offsets; an end has no place. */
export function listMarks(text: string): { place: Place | undefined; start: number; end: number }[] {
  return [...text.matchAll(MARK)].map(({ 0: whole, 1: name = '', index }) => {
    const [file, ...path] = name ? (JSON.parse(decodeURI(shift(name, -SHIFT))) as [string, ...Place['path']]) : ['']
    return { place: name ? { file, path } : undefined, start: index, end: index + whole.length }
  })
}

export function hasMarks(text: string): boolean {
  return text.includes(OPEN)
}

export function withoutMarks(text: string): string {
  return text.replace(MARK, '')
}

function shift(text: string, by: number): string {
  return Array.from(text, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + by)).join('')
}
