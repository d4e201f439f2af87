import type { Range } from '../../diagnostics/location.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)?? {0,3}\1[`~]*[ \t]*\r?$|^ {0,3}(?:`{3,}|~{3,})[\s\S]*/m
/** A code span: opened and closed by the same number of backticks within a paragraph. */
const SPAN = /(?<![\\`])(`+)(?!`)(?:(?!\n[ \t]*\r?\n)[\s\S])*?(?<!`)\1(?!`)/
const CODE = new RegExp(`${FENCE.source}|${SPAN.source.replaceAll('\\1', '\\2')}`, 'gm')

/** Lists the ranges of fenced code blocks and code spans in Markdown text. */
export function listCodeRanges(text: string): Range[] {
  if (!/[`~]/.test(text)) return []
  return [...text.matchAll(CODE)].map(({ 0: code, index }) => [index, index + code.length])
}
