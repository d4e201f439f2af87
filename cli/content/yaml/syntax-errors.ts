import { type Document, Scalar, visit, type YAMLParseError } from 'yaml'
import type { Explanations } from '../../diagnostics/explanation.ts'
import type { YamlMistake } from './repairs.ts'

/** Patterns that match parser errors, with messages and help for authors. */
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

export const syntaxRules: Explanations = {
  'yaml/syntax': {
    means: 'The YAML of a file is invalid from this point on.',
    matters: 'The file cannot be read, so none of it can be shown.',
    bad: 'title: "Prime Day\ntag: Ads',
    good: 'title: "Prime Day"\ntag: Ads',
    fix: 'Check quotes, brackets and indentation in the marked line and the line above.',
  },
}
