import { listFields } from '../content/fields.ts'
import { listControls } from '../content/marks.ts'
import type { Range } from '../diagnostics/location.ts'
import { problemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Finds control characters, which feeds and pages must not contain, also as escapes such as `"\v"`. */
export const controlCharacterRules = defineRules({
  'text/control': {
    means: 'A text holds a character that cannot be seen, such as a vertical tab.',
    matters: 'It breaks feeds, and some readers show a box in its place.',
    bad: 'title: Prime Day(U+000B)in numbers',
    good: 'title: Prime Day in numbers',
    fix: 'Remove it; most come along with text that is copied out of presentations.',
  },
}).inFile((file) => {
  const problem = (range: Range, code: string) =>
    problemAt(file, range, {
      rule: 'text/control',
      message: `here is ${code}, a control character that nobody sees`,
      help: 'Remove it. It is often what another program had as a line break.',
    })
  const raw = listControls(file.text)
  if (raw.length > 0) return raw.map(({ code, start, end }) => problem([start, end], code))
  // From here on only escapes are left.
  if (!file.text.includes('\\')) return []
  return listFields(file).flatMap(({ path, text, source }) =>
    [...new Set(listControls(text).map(({ code }) => code))].map((code) => problem(source.range(path), code)),
  )
})
