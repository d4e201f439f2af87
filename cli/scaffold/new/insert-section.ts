import { getSectionDefinition } from '@northshelf/site/sections/definition.ts'
import type { ParsedFile } from '../../content/parsed.ts'
import type { Edit } from '../../diagnostics/edit.ts'
import { exitCodes, Failure } from '../../diagnostics/failure.ts'

/**
 * Returns the index at which to insert a section: after the section that `after` selects. Without `after`, a hero is
 * inserted first, and any other section is inserted before the closing sections of the page.
 * @param types types of the existing sections
 * @param after type of a section, or its number counted from 1
 * @throws Failure with exit code 2 if no section or more than one section matches `after`
 */
export function findSectionIndex(types: readonly string[], type: string, after?: string): number {
  if (after === undefined && getSectionDefinition(type).opening) return 0
  if (after === undefined) return types.findLastIndex((name) => !getSectionDefinition(name).ends) + 1
  const numbers = types.flatMap((name, index) => (name === after || String(index + 1) === after ? [index + 1] : []))
  const [number, ...others] = numbers
  if (number !== undefined && others.length === 0) return number
  const why = number === undefined ? 'has no such section' : 'has more than one such section'
  const list = types.map((name, index) => `${index + 1} ${name}`).join(', ')
  throw new Failure(`--after ${after}: the page ${why}. Its sections are ${list}. Use a number.`, exitCodes.usage)
}

/** Returns the indentation of the list of sections; undefined if the list is not written with dashes. */
export function findSectionIndent({ source, text }: ParsedFile): string | undefined {
  const [start] = source?.range(['sections', 0]) ?? [0]
  return /(?:^|\n)([ \t]*)-\s+$/.exec(text.slice(0, start))?.[1]
}

/** Inserts a section. Adds a blank line before and after it if other sections are separated by blank lines. */
export function insertSection(
  { source, text }: ParsedFile,
  place: number,
  lines: readonly string[],
  indent: string,
): Edit {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const endOfLine = (offset: number) => {
    const found = text.slice(offset).search(/\r?\n|$/)
    return offset + found
  }
  const rangeOf = (index: number) => source?.range(['sections', index]) ?? [0, 0]
  const gap = /\n[ \t]*\r?\n/.test(text.slice(rangeOf(0)[1], rangeOf(1)[0])) ? end : ''
  const block = lines.join(end)
  if (place === 0) {
    const at = endOfLine(source?.range(['sections'], 'key')[1] ?? 0)
    return { start: at, end: at, text: end + block + gap }
  }
  let at = endOfLine(rangeOf(place - 1)[1])
  // Comments that are indented deeper than the dash belong to the section above.
  const comments = new RegExp(`^(?:\\r?\\n${indent}[ \\t]+#[^\\r\\n]*)+`).exec(text.slice(at))?.[0] ?? ''
  at += comments.length
  return { start: at, end: at, text: end + gap + block }
}
