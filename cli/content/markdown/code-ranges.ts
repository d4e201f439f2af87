import type { Range } from '../../diagnostics/location.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)?? {0,3}\1[`~]*[ \t]*\r?$|^ {0,3}(?:`{3,}|~{3,})[\s\S]*/m
/** Backticks that are closed by as many, in one paragraph. */
const SPAN = /(?<![\\`])(`+)(?!`)(?:(?!\n[ \t]*\r?\n)[\s\S])*?(?<!`)\1(?!`)/
const CODE = new RegExp(`${FENCE.source}|${SPAN.source.replaceAll('\\1', '\\2')}`, 'gm')

/** Where a markdown text shows code, in fences and between backticks: what stands there is shown as it is. */
export function listCode(text: string): Range[] {
  if (!/[`~]/.test(text)) return []
  return [...text.matchAll(CODE)].map(({ 0: code, index }) => [index, index + code.length])
}
