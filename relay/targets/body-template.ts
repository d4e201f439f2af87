/** A JSON object whose strings may contain placeholders: `{"text": "From {name}"}`. Keys are not expanded. */
export type BodyTemplate = Record<string, unknown>

/** Values by placeholder. Empty values are missing. */
export type PlaceholderValues = ReadonlyMap<string, unknown>

/** How a receiver treats texts. */
export interface TextFormat {
  /** Makes text inert where the receiver would interpret it. */
  escape?(text: string): string
  /** Returns the maximum length of the string at a path, in UTF-16 code units; undefined if it is not limited. */
  limitOf?(path: readonly string[]): number | undefined
  /** Text between the items of a list. The default is a comma and a space. */
  separator?: string
  /** Whether strings that consist of one placeholder become text, even if the value is a number or a list. */
  textOnly?: true
}

const PLACEHOLDER = /\{(_parameter\.[\w.-]+|_?[A-Za-z][A-Za-z0-9_]*)\}/

/** Lists the placeholders in a template or a part of it. */
export function listPlaceholders(part: unknown): string[] {
  if (typeof part === 'string') return part.split(PLACEHOLDER).filter((_, index) => index % 2 === 1)
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(listPlaceholders) : []
}

/**
 * Inserts values into a template. Omits members with a string, and items of lists, if they contain placeholders and all
 * of these are empty. Never expands placeholders in values.
 */
export function fillTemplate(template: BodyTemplate, values: PlaceholderValues, format: TextFormat): unknown {
  const isEmpty = (part: unknown) => {
    const names = listPlaceholders(part)
    return names.length > 0 && !names.some((name) => values.has(name))
  }
  const fill = (part: unknown, path: readonly string[]): unknown => {
    if (typeof part === 'string') return fillText(part, values, format, path)
    if (Array.isArray(part))
      return part.filter((item) => !isEmpty(item)).map((item, index) => fill(item, [...path, String(index)]))
    if (typeof part !== 'object' || part === null) return part
    const members = Object.entries(part).filter(([, member]) => typeof member !== 'string' || !isEmpty(member))
    return Object.fromEntries(members.map(([key, member]) => [key, fill(member, [...path, key])]))
  }
  return fill(template, [])
}

function fillText(text: string, values: PlaceholderValues, format: TextFormat, path: readonly string[]): unknown {
  const { separator = ', ', textOnly } = format
  const pieces = text.split(PLACEHOLDER)
  const [before, name = '', after] = pieces
  const value = values.get(name)
  if (pieces.length === 3 && !before && !after && !textOnly && typeof value !== 'string') return value
  const parts = pieces.map((piece, index) =>
    index % 2 === 0
      ? { text: piece, escape: keep }
      : { text: toText(values.get(piece), separator), escape: format.escape ?? keep },
  )
  const filled = parts.map((part) => part.escape(part.text)).join('')
  const limit = format.limitOf?.(path) ?? Number.POSITIVE_INFINITY
  return filled.length > limit ? cut(parts, limit) : filled
}

function keep(text: string): string {
  return text
}

function toText(value: unknown, separator: string): string {
  if (Array.isArray(value)) return value.join(separator)
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
}

/** Joins as many characters as fit, and an ellipsis. Does not split emoji or the result of `escape`. */
function cut(parts: readonly { text: string; escape(text: string): string }[], limit: number): string {
  let kept = ''
  for (const { text, escape: toInert } of parts) {
    const ends = [
      0,
      ...Array.from(new Intl.Segmenter().segment(text.slice(0, limit)), ({ index, segment }) => index + segment.length),
    ]
    let fitting = 0
    let tooMany = ends.length
    while (tooMany - fitting > 1) {
      const middle = (fitting + tooMany) >> 1
      if (kept.length + toInert(text.slice(0, ends[middle])).length < limit) fitting = middle
      else tooMany = middle
    }
    kept += toInert(text.slice(0, ends[fitting]))
    if (tooMany < ends.length) break
  }
  return `${kept}…`
}
