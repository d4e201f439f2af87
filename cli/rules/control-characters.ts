import { listFieldTexts } from '../content/fields.ts'
import { listControlCharacters } from '../content/literal-markup.ts'
import type { Range } from '../diagnostics/location.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Finds control characters, which feeds and pages must not contain. Includes escape sequences such as `"\v"`. */
export const controlCharacterRules = defineRules({
  'text/control': {
    means: 'Text contains an invisible control character, such as a vertical tab.',
    matters: 'It makes feeds invalid, and some programs show it as an empty box.',
    bad: 'title: Prime Day(U+000B)in numbers',
    good: 'title: Prime Day in numbers',
    fix: 'Remove the character. It often comes from text copied from presentations.',
  },
}).inFile((file) => {
  const problem = (range: Range, code: string) =>
    createProblemAt(file, range, {
      rule: 'text/control',
      message: `${code} is an invisible control character`,
      help: 'Remove it. It is often a line break from another program.',
    })
  const raw = listControlCharacters(file.text)
  if (raw.length > 0) return raw.map(({ code, start, end }) => problem([start, end], code))
  // Control characters that are not in the source text come from escape sequences.
  if (!file.text.includes('\\')) return []
  return listFieldTexts(file).flatMap(({ path, text, source }) =>
    [...new Set(listControlCharacters(text).map(({ code }) => code))].map((code) => problem(source.range(path), code)),
  )
})
