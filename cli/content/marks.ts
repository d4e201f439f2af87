/** What follows < in a comparison or a type, as in `x<y and z>w` and `List<T>`: one letter that no element of HTML has. */
export const COMPARED = String.raw`[^\Wabipqsu_\d](?![\w-])[^<>=/]*>|[a-z](?:[ ]+[\w-]+)+[ ]*>`

/**
 * Markdown and HTML that a reader would see as it is written: in a text that is no markdown, or where markdown did not take it
 * for what it was meant. Nothing here is a mark that plain text has for itself, such as a lone asterisk or `#1`.
 */
const MARKS = [
  // [a](/b), ![a](b), [a][b], [^a]
  /!?\[[^[\]\n]+\]\([^()\n]*\)/,
  /\[[^[\]\n]+\]\[[^[\]\n]*\]/,
  /\[\^[^[\]\s]+\]/,
  // [a](/b and ![a](b without an end, [a] (/b)
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
  // ## a, ##a at the beginning of a line; a lone # may begin a tag
  /^#{2,6}(?:[ \t]+(?=[^\s#])|(?=\p{L}))[^\n]*/u,
  // | a | b |
  /^[ \t]*\|[^\n|]+\|[^\n]*(?:\n[ \t]*\|[^\n]*)*/,
  /^[ \t]*(?:```|~~~)[^\n]*/,
  // {{< a >}}, {{% a %}}, {% a %}, {#a}, {.a}, [[a]], ==a==, :::a of other generators
  /\{\{[<%][^\n]*?[>%]\}\}|\{%[^\n]*?%\}/,
  /\{(?:: ?)?[#.][\w-][^{}\n]*\}/,
  /(?<!\w)\[\[[^[\]\n]+\]\]/,
  /(?<![=\w])==(?=[^\s=])[^=\n]*[^\s=]==(?![=\w])/,
  /^[ \t]*:{3,}[ \t]*(?:[\w{[][^\n]*)?$/,
  // <b>, </p>, <!-- a -->
  new RegExp(`<(?!${COMPARED})(?:\\/?[a-zA-Z][^<>\\n]*|!--[^\\n]*?--)>`),
]
/** What a backslash precedes is meant as it is written. */
const MARK = anyOf(MARKS)

interface Mark {
  text: string
  start: number
  end: number
}

/** What is as clear only in markdown, where a backslash can say that it is meant: a field may mark a footnote with `**`. */
const MARKDOWN_MARKS = [
  // **a without an end
  /(?<![\w*])\*\*(?=[\p{L}\p{N}])[^*\n]*$/u,
  // --|-- under a line that is no head of a table
  /^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+\|?[ \t]*$/,
  // [!NOTE]
  /\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/,
  // &bogus;
  /&[a-z][a-z0-9]+;/,
]
const MARKDOWN_MARK = anyOf([...MARKS, ...MARKDOWN_MARKS])

/** What every mark has in it: most texts have none. */
const SOME = /[[*_~`#|<&]|\{[{%:#.]|==|:::/

function anyOf(marks: readonly RegExp[]): RegExp {
  return new RegExp(marks.map(({ source }) => `(?<!\\\\)(?:${source})`).join('|'), 'gmu')
}

/** Every mark of a text, in order. */
export function listMarks(text: string): Mark[] {
  return marksOf(text, MARK)
}

/**
 * Every mark that markdown left in a text.
 * @param written the text as it stands in the file
 * @param read what the parser made of it: a character that was given by its name is no mark
 */
export function listMarkdownMarks(written: string, read: string): Mark[] {
  return marksOf(written, MARKDOWN_MARK).filter(({ text }) => !/^&\w+;$/.test(text) || read.includes(text))
}

function marksOf(text: string, pattern: RegExp): Mark[] {
  if (!SOME.test(text)) return []
  return [...text.matchAll(pattern)].map(({ 0: mark, index }) => ({
    text: mark.trim(),
    start: index + mark.length - mark.trimStart().length,
    end: index + mark.trimEnd().length,
  }))
}

/** A name in braces, in whatever spelling and however many of them: what a fact or a placeholder looks like to whoever writes one. */
const BRACES = /(?<!\\)\{+[ \t]*([\p{L}_][\p{L}\d _.-]{0,40}?)[ \t]*\}+/gu

export function listBraces(text: string): { text: string; name: string; start: number; end: number }[] {
  if (!text.includes('{')) return []
  return [...text.matchAll(BRACES)].map(({ 0: whole, 1: name = '', index }) => ({
    ...{ text: whole, name, start: index, end: index + whole.length },
  }))
}

/** Characters that no reader sees and XML forbids; they come along when text is copied out of other programs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what it is for
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/g

export function listControls(text: string): { code: string; start: number; end: number }[] {
  if (text.search(CONTROL) < 0) return []
  return [...text.matchAll(CONTROL)].map(({ 0: character, index }) => ({
    code: `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    ...{ start: index, end: index + 1 },
  }))
}

/** The same text with a space for each of them. */
export function withoutControls(text: string): string {
  return text.replace(CONTROL, ' ')
}
