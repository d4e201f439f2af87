import { removeInvisibleCharacters } from '@northshelf/site/schema/remove-invisible.ts'
import { listFieldTexts } from '../content/fields.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import type { Range } from '../diagnostics/location.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Matches UTF-8 that was decoded as Windows-1252, such as `â€™` for ’, `Ã©` for é, `Â°` for °. */
const MOJIBAKE = /â€[™œ˜šž“”¦¢\x80-\x9F]|Ã[©¨ª¤¥§¬®¯°±²³´µ¶·¸¹º¼½¾¿¡¢£\xAD\x80-\x9F]|Â[\xA0©®°·£§±²³½¼¾]|ï¿½/
/** Matches invisible characters. Excludes U+200B in scripts without spaces, which use it for line breaks. */
const HIDDEN =
  /(?<![\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])\u200B|[\u2060\u180E\u3164\u115F\u202A-\u202E\uFEFF]/u
const BROKEN = /[\uD800-\uDFFF\uFFFD]/u
const GARBLED = new RegExp(`${MOJIBAKE.source}|${HIDDEN.source}|${BROKEN.source}`, 'gu')

/** Finds garbled and invisible characters. Zero-width joiners are allowed, because emoji and Arabic need them. */
export const garbledTextRules = defineRules({
  'text/garbled': {
    means: 'Text contains invisible characters, or characters damaged by copying or saving.',
    matters:
      'Visitors would see garbled text such as “Itâ€™s”, or an empty box. Invisible characters also break search and can reverse text.',
    bad: 'title: Itâ€™s Prime Day',
    good: 'title: It’s Prime Day',
    fix: 'Write the intended character, or remove the invisible one. The text may come from a file that is not UTF-8.',
  },
}).inFile((file) => {
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
})
