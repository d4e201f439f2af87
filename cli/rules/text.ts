import { removeInvisibleCharacters } from '@northshelf/site/schema/remove-invisible.ts'
import { decodeHTMLStrict } from 'entities'
import { listFieldTexts } from '../content/fields.ts'
import { listControlCharacters } from '../content/literal-markup.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import { findLineStart, type Range } from '../diagnostics/location.ts'
import { createProblemAt, type Problem } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Matches UTF-8 that was decoded as Windows-1252, such as `â€™` for ’, `Ã©` for é, `Â°` for °. */
const MOJIBAKE = /â€[™œ˜šž“”¦¢\x80-\x9F]|Ã[©¨ª¤¥§¬®¯°±²³´µ¶·¸¹º¼½¾¿¡¢£\xAD\x80-\x9F]|Â[\xA0©®°·£§±²³½¼¾]|ï¿½/
/** Matches invisible characters. Excludes U+200B in scripts without spaces, which use it for line breaks. */
const HIDDEN =
  /(?<![\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])\u200B|[\u2060\u180E\u3164\u115F\u202A-\u202E\uFEFF]/u
const BROKEN = /[\uD800-\uDFFF\uFFFD]/u
const GARBLED = new RegExp(`${MOJIBAKE.source}|${HIDDEN.source}|${BROKEN.source}`, 'gu')

export const textRules = defineRules({
  'text/control': {
    means: 'Text contains an invisible control character, such as a vertical tab.',
    matters: 'It makes feeds invalid, and some programs show it as an empty box.',
    bad: 'title: Prime Day(U+000B)in numbers',
    good: 'title: Prime Day in numbers',
    fix: 'Remove the character. It often comes from text copied from presentations.',
  },
  'text/garbled': {
    means: 'Text contains invisible characters, or characters damaged by copying or saving.',
    matters:
      'Visitors would see garbled text such as “Itâ€™s”, or an empty box. Invisible characters also break search and can reverse text.',
    bad: 'title: Itâ€™s Prime Day',
    good: 'title: It’s Prime Day',
    fix: 'Write the intended character, or remove the invisible one. The text may come from a file that is not UTF-8.',
  },
  'text/reference': {
    means: 'A plain field contains a character reference of HTML, which visitors would see as written.',
    matters: 'Visitors would read “It&rsquo;s here &amp; now”. The text often comes from an export of another program.',
    bad: 'title: It&rsquo;s here &amp; now',
    good: 'title: It’s here & now',
    fix: 'Write the character itself.',
  },
}).inFile((file) => [...findControlCharacters(file), ...findGarbledText(file), ...findReferences(file)])

const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi

/** Finds character references in plain fields. Names that HTML does not know, as in `R&D;`, are text. */
function findReferences(file: ParsedFile): Problem[] {
  if (!file.text.includes('&')) return []
  return listFieldTexts(file).flatMap(({ path, text, source, inline }) => {
    if (inline || text.search(REFERENCE) < 0) return []
    const [start, end] = source.range(path)
    return [...file.text.slice(start, end).matchAll(REFERENCE)].flatMap(({ 0: reference, index }) => {
      const character = decodeHTMLStrict(reference)
      if (character === reference || !text.includes(reference)) return []
      const range: Range = [start + index, start + index + reference.length]
      const message = `visitors would see ${reference} instead of ${character}`
      const details = { rule: 'text/reference', severity: 'warning' as const, message, help: `Write ${character}.` }
      return createProblemAt(file, range, details, character)
    })
  })
}

/** Finds control characters, which feeds and pages must not contain. Includes escape sequences such as `"\v"`. */
function findControlCharacters(file: ParsedFile): Problem[] {
  const help = 'Remove it. It is often a line break from another program.'
  const problem = (range: Range, code: string) =>
    createProblemAt(file, range, { rule: 'text/control', message: `${code} is an invisible control character`, help })
  const raw = listControlCharacters(file.text)
  if (raw.length > 0) return raw.map(({ code, start, end }) => problem([start, end], code))
  const references = findControlReferences(file).map(({ code, range }) => problem(range, code))
  // Control characters that are not in the source text come from escape sequences.
  if (!file.text.includes('\\')) return references
  const escapes = listFieldTexts(file).flatMap(({ path, text, source }) =>
    [...new Set(listControlCharacters(text).map(({ code }) => code))].map((code) => problem(source.range(path), code)),
  )
  return [...references, ...escapes]
}

/** Finds character references to control characters, such as `&#11;`, in Markdown. */
function findControlReferences({ text, body }: ParsedFile): { code: string; range: Range }[] {
  if (!body?.text.includes('&#')) return []
  const ranges = body.code()
  return [...text.matchAll(/(?<!\\)&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi)].flatMap(
    ({ 0: reference, 1: hex, 2: digits, index }) => {
      const number = hex ? Number.parseInt(hex, 16) : Number(digits)
      const [control] = number > 0 && number <= 0x10ffff ? listControlCharacters(String.fromCodePoint(number)) : []
      const isShown = index >= body.start && !ranges.some(([start, end]) => index >= start && index < end)
      return control && isShown ? [{ code: control.code, range: [index, index + reference.length] as Range }] : []
    },
  )
}

/** Finds garbled and invisible characters. Zero-width joiners are allowed, because emoji and Arabic need them. */
function findGarbledText(file: ParsedFile): Problem[] {
  const found = [...file.text.matchAll(GARBLED)].map(({ 0: text, index }): [string, Range] => {
    return [text, [index, index + text.length]]
  })
  // Also check the parsed values. They may contain characters written as escapes, such as "\uD83D", or consist only of
  // invisible characters.
  if (found.length === 0 && /\\|\p{Default_Ignorable_Code_Point}/u.test(file.text))
    for (const { path, text, source } of listFieldTexts(file)) {
      const damaged = text.match(GARBLED)?.[0] ?? (removeInvisibleCharacters(text).trim() === '' ? text[0] : undefined)
      if (damaged) found.push([damaged, source.range(path)])
    }
  const [first, ...more] = found
  if (!first) return []
  const [text, range] = first
  const code = `U+${text.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  const what = MOJIBAKE.test(text)
    ? `"${text}" is a character that was saved or opened with the wrong encoding`
    : BROKEN.test(text)
      ? `${code} replaces a character that was lost`
      : `${code} is an invisible character`
  const others = more.length > 0 ? `; ${pluralize(more.length, 'more place')} in this file` : ''
  const help = 'Write the intended character, or remove it.'
  return [createProblemAt(file, range, { rule: 'text/garbled', severity: 'warning', message: what + others, help })]
}

/**
 * Matches filler text, `FIXME` and `TBD` outside addresses and names, and `TODO` where `site new` writes it: at the
 * start of a text or sentence. Allows "a TODO list".
 */
const UNWRITTEN =
  /(?:(?<=^[ \t]{0,40}(?:#{1,6}[ \t]{1,9}|[-*>][ \t]{1,9}|[\w-]{1,60}:[ \t]{1,9}){0,9}["']?|[.!?][ \t])TODO\b(?! lists?\b))|(?<![\w/#"'“-])(?:FIXME|TBD)(?![\w/"'”-])|\b[Ll]orem ipsum(?= dolor\b)/gm

/** Finds text that still has to be written. Reports one warning per file, and none for drafts. */
export const todoRules = defineRules({
  'text/unwritten': {
    means: 'Text still contains TODO (written by `site new`), FIXME, TBD or filler such as lorem ipsum.',
    matters: 'Visitors would read the placeholder.',
    bad: 'title: TODO heading of the article',
    good: 'title: What slow stock costs a month',
    fix: 'Write the text, add `draft: true` until it is written, or remove the file. This is only a warning, so you can preview unfinished pages.',
  },
}).inFile((file) => {
  const { text, body, data } = file
  if (!/TODO|FIXME|TBD|orem ipsum/.test(text) || (data as { draft?: unknown } | undefined)?.draft === true) return []
  const start = body?.start ?? text.length
  const isComment = (index: number) =>
    index < start && /(?:^|[ \t])#/.test(text.slice(findLineStart(text, index), index))
  // Ignore FIXME in code blocks, where it is part of the example.
  const code = body?.code() ?? []
  const isCode = (index: number) => code.some(([from, to]) => index >= from && index < to)
  const [first, ...more] = [...text.matchAll(UNWRITTEN)].filter(
    ({ 0: word, index }) => !isComment(index) && (word === 'TODO' || !isCode(index)),
  )
  if (!first) return []
  const words = [...new Set([first, ...more].map(([word]) => word))].join(' or ')
  const say = more.length > 0 ? `and ${pluralize(more.length, 'more place')} still say` : 'still says'
  const message = `this text ${say} ${words}`
  const help = `Write the missing text before you publish the page; otherwise visitors will read ${words}.`
  const range: Range = [first.index, first.index + first[0].length]
  return [createProblemAt(file, range, { rule: 'text/unwritten', severity: 'warning', message, help })]
})
