/**
 * Matches characters that Markdown would interpret: inline markup and the start of an HTML tag or entity, a marker of a
 * block at the start of the text, and the hash signs that may end a heading.
 */
const MARKUP = /[\\`*[\]<|~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|^[#+>-]|(?<=^\d{1,9})[.)]|(?<=\s)#(?=#*$)/g

/** Returns plain text as one line of Markdown that shows exactly this text. */
export function escapeMarkdown(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replace(MARKUP, '\\$&')
}

/** Returns a heading and a list of plain texts as Markdown. */
export function formatMarkdownList(heading: string, items: readonly string[]): string {
  return `## ${escapeMarkdown(heading)}\n\n${items.map((item) => `- ${escapeMarkdown(item)}`).join('\n')}`
}
