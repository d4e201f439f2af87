/**
 * Markdown and HTML that a reader would see as it is written: in a text that is no markdown, or where markdown did not take it
 * for what it was meant. Nothing here is a mark that plain text has for itself, such as a lone asterisk or `#1`.
 */
const MARKS = [
  // [a](/b), ![a](b), [a][b], [^a]
  /!?\[[^[\]\n]+\]\([^()\n]*\)/,
  /\[[^[\]\n]+\]\[[^[\]\n]*\]/,
  /\[\^[^[\]\s]+\]/,
  // **a**, __a__, *a*, _a_, ~~a~~, `a`
  /\*\*(?=[^\s*])[^*\n]*[^\s*]\*\*/,
  /(?<!\w)__(?=[^\s_])[^_\n]*[^\s_]__(?!\w)/,
  /(?<![\w*])\*(?=[^\s*])(?:[^*\n]*[^\s*])?\*(?![\w*])/,
  /(?<!\w)_(?=[^\s_])(?:[^_\n]*[^\s_])?_(?!\w)/,
  /~~(?=[^\s~])[^~\n]*[^\s~]~~/,
  /`[^`\n]+`/,
  // ## a, ##a at the beginning of a line; a lone # may begin a tag
  /^#{2,6}(?:[ \t]+(?=[^\s#])|(?=\p{L}))[^\n]*/u,
  // | a | b |
  /^[ \t]*\|[^\n|]+\|[^\n]*(?:\n[ \t]*\|[^\n]*)*/,
  /^[ \t]*(?:```|~~~)[^\n]*/,
  // <b>, </p>, <!-- a -->
  /<(?:\/?[a-zA-Z][^<>\n]*|!--[^\n]*?--)>/,
]
/** What a backslash precedes is meant as it is written. */
const MARK = new RegExp(MARKS.map(({ source }) => `(?<!\\\\)(?:${source})`).join('|'), 'gmu')

/** Every mark of a text, in order. */
export function listMarks(text: string): { text: string; start: number; end: number }[] {
  return [...text.matchAll(MARK)].map(({ 0: mark, index }) => ({
    text: mark.trim(),
    start: index + mark.length - mark.trimStart().length,
    end: index + mark.trimEnd().length,
  }))
}

/** A name in braces, in whatever spelling: what a fact or a placeholder looks like to whoever writes one. */
const BRACES = /(?<!\\)\{[ \t]*([\p{L}_][\p{L}\d _.-]{0,40}?)[ \t]*\}/gu

export function listBraces(text: string): { text: string; name: string; start: number; end: number }[] {
  return [...text.matchAll(BRACES)].map(({ 0: whole, 1: name = '', index }) => ({
    ...{ text: whole, name, start: index, end: index + whole.length },
  }))
}

/** Characters that no reader sees and XML forbids; they come along when text is copied out of other programs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what it is for
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/g

export function listControls(text: string): { code: string; start: number; end: number }[] {
  return [...text.matchAll(CONTROL)].map(({ 0: character, index }) => ({
    code: `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    ...{ start: index, end: index + 1 },
  }))
}

/** The same text with a space for each of them. */
export function withoutControls(text: string): string {
  return text.replace(CONTROL, ' ')
}
