import { listTexts } from '../../content/fields.ts'
import type { ParsedFile } from '../../content/parsed.ts'
import { listMarkedTexts } from '../../content/schema/walk-schema.ts'
import type { ValuePath, YamlSource } from '../../content/yaml/source.ts'
import { applyEdits, type Edit } from '../../diagnostics/edit.ts'
import type { Range } from '../../diagnostics/location.ts'

/** A quantity in text, such as `24-48 hours`, `$100K+` or `81%`. */
export interface Quantity {
  /** The quantity as written in the text. */
  text: string
  start: number
  /** A unit such as `%`, `$` or `hour`; empty if there is none. */
  unit: string
  low: number
  /** Equal to `low` if the quantity is not a range. */
  high: number
}

// The lookaheads forbid matches that end inside a number, so that the search does not try every shorter number.
const AMOUNT = '(\\d+(?:,\\d+)*(?!\\d|,\\d)(?:\\.\\d+(?!\\d))?)([KMB](?![A-Za-z]))?'
const QUANTITY = new RegExp(
  `(?<![\\w.,-])(\\$)?${AMOUNT}(?:\\s?(?:-|–|to)\\s?\\$?${AMOUNT})?(?![\\w.,]*\\d)\\+?(?:\\s?(%|percent\\b)|[\\s-](minute|hour|day|week|month|year)s?\\b)?`,
  'g',
)
const SCALES: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9 }

export function listQuantities(text: string): Quantity[] {
  const number = (digits: string) => Number(digits.replaceAll(',', ''))
  return [...text.matchAll(QUANTITY)].map((match): Quantity => {
    const [whole, dollar, from = '', fromScale, to, toScale, percent, time] = match
    const low = number(from) * (SCALES[fromScale ?? toScale ?? ''] ?? 1)
    const high = to ? number(to) * (SCALES[toScale ?? ''] ?? 1) : low
    const unit = percent ? '%' : (time ?? (dollar ? '$' : (fromScale ?? '')))
    return { text: whole, start: match.index, unit, low, high }
  })
}

interface ProseText {
  /** Text before facts are filled in. Everything that is not prose is replaced with spaces to preserve offsets. */
  text: string
  /** Returns the range of a quantity in the file. */
  range(quantity: Quantity): Range
}

/** Matches addresses and quotations. */
const NOT_PROSE =
  /\]\((?:[^()\n]|\([^()\n]*\))*\)|<[^<>\n]*>|\b(?:https?:|www\.|mailto:)\S+|^[ \t]*>.*$|[“"][^”"\n]{0,1000}[”"]/gm
/** Fields that contain values, addresses or quotations. */
const NOT_PROSE_FIELDS = new Set(['value', 'quote', 'path', 'd', 'fixed'])

export function listProse({ source, body, schema, data }: ParsedFile): ProseText[] {
  const addresses = new Set(source ? listMarkedTexts(schema, data, 'link').map(({ path }) => path.join('\n')) : [])
  const isProse = (path: ValuePath) =>
    !addresses.has(path.join('\n')) && !path.some((key) => NOT_PROSE_FIELDS.has(String(key)))
  const inFields = listTexts(source?.rawData).flatMap(({ path, text }): ProseText[] =>
    source && /\d/.test(text) && isProse(path)
      ? [{ text: text.replace(NOT_PROSE, blank), range: (quantity) => rangeInValue(source, path, quantity) }]
      : [],
  )
  if (!body) return inFields
  const { start } = body
  const toBlank = ([from, to]: Range): Edit => {
    const range = { start: from - start, end: to - start }
    return { ...range, text: blank(body.text.slice(range.start, range.end)) }
  }
  const text = applyEdits(body.text, body.code().map(toBlank)).replace(NOT_PROSE, blank)
  return [...inFields, { text, range: (found) => [start + found.start, start + found.start + found.text.length] }]
}

/** Lists quantities that a comment allows: `# meant: 14%`, or `<!-- meant: 14% -->` in a body. */
export function listAllowedQuantities({ text, body }: ParsedFile): Quantity[] {
  if (!text.includes('meant:')) return []
  const fields = text.slice(0, body?.start ?? text.length)
  const comments = [
    ...fields.matchAll(/(?:^|[ \t])# *meant:(.*)$/gm),
    ...text.slice(fields.length).matchAll(/<!-- *meant:([^<>]*)-->/g),
  ]
  return comments.flatMap(([, quantities = '']) => listQuantities(quantities))
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

/** Finds the range of a quantity in the file, where the text may be folded or quoted. */
function rangeInValue(source: YamlSource, path: ValuePath, { text }: Quantity): Range {
  const whole = source.range(path)
  const found = listQuantities(source.text.slice(...whole)).find((quantity) => quantity.text === text)
  return found ? [whole[0] + found.start, whole[0] + found.start + text.length] : whole
}
