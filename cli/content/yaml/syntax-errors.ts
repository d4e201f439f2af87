import { type Document, isScalar, Scalar, visit, type YAMLParseError } from 'yaml'
import type { Range } from '../../diagnostics/location.ts'
import type { YamlMistake } from './repairs.ts'

const MESSAGES: [parser: RegExp, message: string, help: string][] = [
  [/Missing closing/, 'the quote that opens here is never closed', 'Add the same quote at the end of the text.'],
  [
    /Sequence item without|All mapping items/,
    'this line is not aligned with the other fields of its group',
    'Give all fields of one group the same indentation.',
  ],
  [/MULTIPLE_DOCS/, 'a line with --- or ... ends the data here', 'Remove that line.'],
  [/Implicit/, 'this line is not a field: it has no ": "', 'Write it as "name: text".'],
  [
    /collection|Flow/,
    'a list in [ ] or a group in { } is not closed before this point',
    'Close it, or put quotes around the text if it is not a list.',
  ],
  [
    /block-seq-ind/,
    'a list cannot start on the same line as its field',
    'Write each item on its own line below, with a dash, or put quotes around the text if it is not a list.',
  ],
  [
    /call stack/,
    'groups or lists are nested too deeply here',
    'Remove brackets, dashes or question marks, or put quotes around the text.',
  ],
  [
    /escape sequence/,
    'invalid escape sequence: a backslash in double quotes has a special meaning',
    "Write it twice: \\\\. Or use single quotes: 'text'.",
  ],
  [
    /(?:)/,
    'invalid YAML',
    'Check indentation, quotes, brackets and the space after colons and dashes in this line and the lines around it.',
  ],
]

/** Describes a syntax error with an ambiguous cause, in terms that authors understand. */
export function describeSyntaxError({ code, message: parser, pos }: YAMLParseError, document: Document): YamlMistake {
  const [, message = '', help = ''] = MESSAGES.find(([pattern]) => pattern.test(`${code} ${parser}`)) ?? []
  const quote = parser.startsWith('Missing closing') ? openingQuote(document, pos[0]) : undefined
  return { rule: 'yaml/syntax', range: quote === undefined ? pos : [quote, quote + 1], message, help, repairs: [] }
}

function openingQuote(document: Document, before: number): number {
  let opening = before
  visit(document, {
    Scalar(_, { type, range }) {
      const quotes = type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE
      if (quotes && range && range[0] <= before) opening = range[0]
    },
  })
  return opening
}

/** Describes the repeated key that the parser found at `pos`. `first` is the range of the original key. */
export function describeDuplicateKey(document: Document, pos: Range) {
  let found: { message: string; range: Range; first?: Range } = { message: '', range: pos }
  visit(document, {
    Map(_, { items }) {
      const keys = items.flatMap(({ key }) => (isScalar(key) && key.range ? [key] : []))
      const second = keys.find(({ range }) => range?.[0] === pos[0])
      const first = keys.find(({ value }) => value === second?.value)
      if (!second?.range || !first?.range) return undefined
      const [[from, to], [start, end]] = [first.range, second.range]
      found = { message: `"${second.value}" is defined twice`, range: [start, end], first: [from, to] }
      return visit.BREAK
    },
  })
  return { rule: 'yaml/duplicate-key', help: 'Keep one of them.', ...found }
}

/** Maximum nesting level. Real content needs less than half; deeper data contains a circular alias or is malicious. */
const LEVELS = 40

/** Returns the data of a document as far as it could be parsed, or the mistake that prevents parsing. */
export function extractDocumentData(document: Document): { value?: unknown; mistake?: YamlMistake } {
  try {
    const value = document.contents ? document.toJS() : undefined
    return isDeep(value, LEVELS) ? { mistake: tooDeep(document) } : { value }
  } catch (error) {
    // Skip unresolved aliases, because `listDiscardedText` reports them.
    return /^Unresolved alias/.test((error as Error).message) ? {} : { mistake: tooDeep(document) }
  }
}

function tooDeep(document: Document): YamlMistake {
  let start = 0
  visit(document, {
    Alias(_, { range }) {
      start = range?.[0] ?? 0
      return visit.BREAK
    },
  })
  const message = 'groups, lists or aliases (*name) are nested too deeply here'
  const help = 'Write out the values where they are needed.'
  return { rule: 'yaml/too-deep', range: [start, start + 1], message, help, repairs: [] }
}

function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeep(inner, levels - 1))
}
