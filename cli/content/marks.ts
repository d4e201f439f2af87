/** Text after < in a comparison or type, as in `x<y and z>w` and `List<T>`: one letter that names no HTML element. */
export const COMPARED = String.raw`[^\Wabipqsu_\d](?![\w-])[^<>=/]*>|[a-z](?:[ ]+[\w-]+)+[ ]*>`

/**
 * Markdown and HTML syntax that readers would see literally, in plain text or where the markdown parser did not
 * recognize it. Excludes characters that are common in plain text, such as a lone asterisk or `#1`.
 */
const MARKS = [
  // [a](/b), ![a](b), [a][b], [^a]
  /!?\[[^[\]\n]+\]\([^()\n]*\)/,
  /\[[^[\]\n]+\]\[[^[\]\n]*\]/,
  /\[\^[^[\]\s]+\]/,
  // unclosed [a](/b and ![a](b, [a] (/b)
  /\[[^[\]\n]+\]\((?:[/#]|https?:|mailto:|tel:|sms:)[^()\n]*$/,
  /!\[[^[\]\n]*\]\([^()\n]*$/,
  /\[[^[\]\n]+\] \([/#][^()\s]*\)/,
  // **a**, __a__, *a*, _a_, ~~a~~, `a`
  /\*\*(?=[^\s*])[^*\n]*[^\s*]\*\*/,
  /(?<!\w)__(?=[^\s_])[^_\n]*[^\s_]__(?!\w)/,
  /(?<![\w*])\*(?=[^\s*])(?:[^*\n]*[^\s*])?\*(?![\w*])/,
  /(?<!\w)_(?=[^\s_])(?:[^_\n]*[^\s_])?_(?!\w)/,
  /~~(?=[^\s~])[^~\n]*[^\s~]~~/,
  /`[^`\n]+`/,
  // ## a, ##a at the start of a line; a lone # may start a hashtag
  /^#{2,6}(?:[ \t]+(?=[^\s#])|(?=\p{L}))[^\n]*/u,
  // | a | b |
  /^[ \t]*\|[^\n|]+\|[^\n]*(?:\n[ \t]*\|[^\n]*)*/,
  /^[ \t]*(?:```|~~~)[^\n]*/,
  // {{< a >}}, {{% a %}}, {% a %}, {#a}, {.a}, [[a]], ==a==, :::a from other site generators
  /\{\{[<%][^\n]*?[>%]\}\}|\{%[^\n]*?%\}/,
  /\{(?:: ?)?[#.][\w-][^{}\n]*\}/,
  /(?<!\w)\[\[[^[\]\n]+\]\]/,
  /(?<![=\w])==(?=[^\s=])[^=\n]*[^\s=]==(?![=\w])/,
  /^[ \t]*:{3,}[ \t]*(?:[\w{[][^\n]*)?$/,
  // <b>, </p>, <!-- a -->
  new RegExp(`<(?!${COMPARED})(?:\\/?[a-zA-Z][^<>\\n]*|!--[^\\n]*?--)>`),
]
/** Ignores marks that are escaped by a backslash. */
const MARK = anyOf(MARKS)

interface Mark {
  text: string
  start: number
  end: number
}

/** Unambiguous only in markdown, where a backslash can escape it: a plain field may mark a footnote with `**`. */
const MARKDOWN_MARKS = [
  // unclosed **a
  /(?<![\w*])\*\*(?=[\p{L}\p{N}])[^*\n]*$/u,
  // --|-- under a line that is not a table header
  /^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+\|?[ \t]*$/,
  // [!NOTE]
  /\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/,
  // &bogus;
  /&[a-z][a-z0-9]+;/,
]
const MARKDOWN_MARK = anyOf([...MARKS, ...MARKDOWN_MARKS])

/** Quick test: every mark contains one of these, most texts none. */
const MARK_CHARACTERS = /[[*_~`#|<&]|\{[{%:#.]|==|:::/

function anyOf(marks: readonly RegExp[]): RegExp {
  return new RegExp(marks.map(({ source }) => `(?<!\\\\)(?:${source})`).join('|'), 'gmu')
}

/** Lists every mark of a text, in order. */
export function listMarks(text: string): Mark[] {
  return marksOf(text, MARK)
}

/**
 * Lists every mark that the markdown parser left in a text.
 * @param written source text
 * @param read parsed text: an entity that the parser resolved is not a mark
 */
export function listMarkdownMarks(written: string, read: string): Mark[] {
  return marksOf(written, MARKDOWN_MARK).filter(({ text }) => !/^&\w+;$/.test(text) || read.includes(text))
}

function marksOf(text: string, pattern: RegExp): Mark[] {
  if (!MARK_CHARACTERS.test(text)) return []
  return [...text.matchAll(pattern)].map(({ 0: mark, index }) => ({
    text: mark.trim(),
    start: index + mark.length - mark.trimStart().length,
    end: index + mark.trimEnd().length,
  }))
}

/** A name in one or more braces, in any spelling: probably meant as a fact or placeholder. */
const BRACES = /(?<!\\)\{+[ \t]*([\p{L}_][\p{L}\d _.-]{0,40}?)[ \t]*\}+/gu

export function listBraces(text: string): { text: string; name: string; start: number; end: number }[] {
  if (!text.includes('{')) return []
  return [...text.matchAll(BRACES)].map(({ 0: match, 1: name = '', index }) => ({
    ...{ text: match, name, start: index, end: index + match.length },
  }))
}

/** Invisible characters that XML forbids; they are often copied from other programs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/g

export function listControls(text: string): { code: string; start: number; end: number }[] {
  if (text.search(CONTROL) < 0) return []
  return [...text.matchAll(CONTROL)].map(({ 0: character, index }) => ({
    code: `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    ...{ start: index, end: index + 1 },
  }))
}

/** Replaces each control character by a space. */
export function withoutControls(text: string): string {
  return text.replace(CONTROL, ' ')
}
