/**
 * Marks are invisible characters that record which content value a piece of text on a page comes from. They are part of
 * the text while the page is rendered, and are removed from the document before it is shown. Marks consist of Unicode
 * tag characters (U+E0020 to U+E007E stand for ASCII, https://www.unicode.org/charts/PDF/UE0000.pdf), which are ignored
 * when text is displayed or measured.
 */

/** A value in the content: its file, relative to the parent of the content folder, and its path in the file. */
export interface ValueLocation {
  file: string
  path: readonly (string | number)[]
}

/** Path segment that represents a Markdown file's body. */
export const BODY_PATH_SEGMENT = '#body'

/** Formats the location of a value, for example `services/ppc-advertising.yaml · hero.title`. */
export function formatValueName({ file, path }: ValueLocation): string {
  return [file.replace(/^[^/]*\//, ''), path.join('.')].filter(Boolean).join(' · ')
}

/** Returns the group that contains a value. A body is its own group. */
export function groupOf({ file, path }: ValueLocation): ValueLocation {
  return { file, path: path[0] === BODY_PATH_SEGMENT ? path : path.slice(0, -1) }
}

export function isSameLocation(a: ValueLocation, b: ValueLocation): boolean {
  return a.file === b.file && a.path.join('\n') === b.path.join('\n')
}

const OPEN = '\u{E0001}'
const CLOSE = '\u{E007F}'
const SHIFT = 0xe0000
const MARK = /\u{E0001}([\u{E0020}-\u{E007E}]*)\u{E007F}/gu

/** Encloses a string in an opening and a closing mark. */
export function markText(text: string, { file, path }: ValueLocation): string {
  return `${OPEN}${shift(encodeURI(JSON.stringify([file, ...path])), SHIFT)}${CLOSE}${text}${OPEN}${CLOSE}`
}

/** Lists the marks in a string with their offsets. For closing marks, `place` is undefined. */
export function parseMarks(text: string): { place: ValueLocation | undefined; start: number; end: number }[] {
  return [...text.matchAll(MARK)].map(({ 0: whole, 1: name = '', index }) => {
    const [file, ...path] = name
      ? (JSON.parse(decodeURI(shift(name, -SHIFT))) as [string, ...ValueLocation['path']])
      : ['']
    return { place: name ? { file, path } : undefined, start: index, end: index + whole.length }
  })
}

export function hasMarks(text: string): boolean {
  return text.includes(OPEN)
}

export function removeMarks(text: string): string {
  return text.replace(MARK, '')
}

function shift(text: string, by: number): string {
  return Array.from(text, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + by)).join('')
}
