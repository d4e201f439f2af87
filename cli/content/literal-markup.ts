/** Matches what follows `<` in `x<y and z>w` and `List<T>`, but not in HTML elements with one-letter names. */
export const COMPARISON_PATTERN = String.raw`[^\Wabipqsu_\d](?![\w-])[^<>=/]*>|[a-z](?:[ ]+[\w-]+)+[ ]*>`

/**
 * Markdown and HTML syntax that a parser did not recognize, or in plain text, so that readers would see it. Excludes
 * characters that are common in plain text, such as a single asterisk or `#1`.
 */
const MARKS = [
  // [a](/b), [a](/b (c)), ![](b), [a][b], [^a]
  /(?:!\[[^[\]\n]*|\[[^[\]\n]+)\]\((?:[^()\n]|\([^()\n]*\))*\)/,
  /\[[^[\]\n]+\]\[[^[\]\n]*\]/,
  /\[\^[^[\]\s]+\]/,
  // unclosed [a](/b and ![a](b; a space in [a] (/b)
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
  // ## a or ##a at the start of a line. Excludes # a, because text may start with a hashtag.
  /^#{2,6}(?:[ \t]+(?=[^\s#])|(?=\p{L}))[^\n]*/u,
  // | a | b |
  /^[ \t]*\|[^\n|]+\|[^\n]*(?:\n[ \t]*\|[^\n]*)*/,
  /^[ \t]*(?:```|~~~)[^\n]*/,
  // {{< a >}}, {{% a %}}, {% a %}, {#a}, {.a}, [[a]], ==a==, :::a from other site generators
  /\{\{[<%](?:(?!\{\{)[^\n])*?[>%]\}\}|\{%(?:(?!\{%)[^\n])*?%\}/,
  /\{(?:: ?)?[#.][\w-][^{}\n]*\}/,
  /(?<!\w)\[\[[^[\]\n]+\]\]/,
  /(?<![=\w])==(?=[^\s=])[^=\n]*[^\s=]==(?![=\w])/,
  /^[ \t]*:{3,}[ \t]*(?:[\w{[][^\n]*)?$/,
  // <b>, </p>, <!-- a -->
  new RegExp(`<(?!${COMPARISON_PATTERN})(?:\\/?[a-zA-Z][^<>\\n]*|!--(?:(?!<!--)[^\\n])*?--)>`),
]
/** Matches marks that are not escaped with a backslash. */
const MARK = anyOf(MARKS)

export interface Mark {
  text: string
  start: number
  end: number
}

/** Matches the marker of a callout, such as [!NOTE], of any kind. */
export const CALLOUT_MARKER = /\[!(?<kind>[A-Za-z]{3,})\]/

/** Markup reported only in Markdown, where a backslash can escape it. In plain text, `**` may mark a footnote. */
const MARKDOWN_MARKS = [
  // unclosed **a
  /(?<![\w*])\*\*(?=[\p{L}\p{N}])[^*\n]*$/u,
  // --|-- under a line that is not a table header
  /^[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+(?:\|[ \t]*)?$/,
  CALLOUT_MARKER,
  // &bogus;
  /&[a-z][a-z0-9]+;/,
]
const MARKDOWN_MARK = anyOf([...MARKS, ...MARKDOWN_MARKS])

/** Speeds up the search: every mark contains one of these characters, but most strings contain none. */
export const MARK_CHARACTERS = /[[*_~`#|<&]|\{[{%:#.]|==|:::/

function anyOf(marks: readonly RegExp[]): RegExp {
  return new RegExp(marks.map(({ source }) => `(?<!\\\\)(?:${source})`).join('|'), 'gmu')
}

/** Lists the marks that a Markdown parser left as plain text. */
export function listLeftoverMarkup(text: string): Mark[] {
  return listMarkup(text, MARKDOWN_MARK)
}

/** Lists the marks in a string, in order. */
export function listMarkup(text: string, pattern = MARK): Mark[] {
  if (!MARK_CHARACTERS.test(text)) return []
  return [...text.matchAll(pattern)].map(({ 0: mark, index }) => ({
    text: mark.trim(),
    start: index + mark.length - mark.trimStart().length,
    end: index + mark.trimEnd().length,
  }))
}

/** Matches a name, in any spelling, in one or more pairs of braces. It probably refers to a fact or placeholder. */
const BRACES = /(?<!\\|(?<!\\)\{)\{+[ \t]*([\p{L}_][\p{L}\d _.-]{0,40}?)[ \t]*\}+/gu

export function listBracedNames(text: string): { text: string; name: string; start: number; end: number }[] {
  if (!text.includes('{')) return []
  return [...text.matchAll(BRACES)].map(({ 0: match, 1: name = '', index }) => ({
    text: match,
    name,
    start: index,
    end: index + match.length,
  }))
}

/** Matches invisible characters that XML does not allow. They are often pasted in with text from other programs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/g

export function listControlCharacters(text: string): { code: string; start: number; end: number }[] {
  if (text.search(CONTROL) < 0) return []
  return [...text.matchAll(CONTROL)].map(({ 0: character, index }) => ({
    code: `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    start: index,
    end: index + 1,
  }))
}

/** Replaces each control character with a space. */
export function replaceControlCharacters(text: string): string {
  return text.replace(CONTROL, ' ')
}
