import { type Document, Scalar, visit, type YAMLParseError } from 'yaml'
import type { Explanations } from '../../diagnostics/explanation.ts'
import type { Mistake } from './repairs.ts'

/** Patterns of parser errors, with messages and help for authors. */
const MESSAGES: [parser: RegExp, message: string, help: string][] = [
  [
    /Missing closing/,
    'the quote that opens here is never closed',
    'Put the same kind of quote at the end of the text.',
  ],
  [
    /Sequence item without|All mapping items/,
    'this line is not in line with the fields it belongs to',
    'Give all fields of one group the same indentation.',
  ],
  [/MULTIPLE_DOCS/, 'a line of --- or ... ends the data here', 'Remove that line.'],
  [/Implicit/, 'this line is no field: it has no ": "', 'Write it as "name: text".'],
  [
    /collection|Flow/,
    'a list in [ ] or a group in { } is not closed before this place',
    'Close it, or put quotes around the text if no list is meant.',
  ],
  [
    /block-seq-ind/,
    'a list cannot begin in the line of its field',
    'Write each entry on a line of its own below, with a dash; or put quotes around the text if no list is meant.',
  ],
  [
    /call stack/,
    'groups or lists are nested too deeply here to be read',
    'Take brackets, dashes or question marks away, or put quotes around the text.',
  ],
  [
    /escape sequence/,
    'a backslash in double quotes is the beginning of a code, and there is none like this',
    "Write it twice: \\\\. Or use single quotes: 'text'.",
  ],
  [
    /(?:)/,
    'this cannot be read as YAML: it does not fit what stands before it',
    'Compare this line with its neighbours: indentation, quotes, brackets and the space after a colon or dash.',
  ],
]

/** Describes a syntax error with an ambiguous cause, in words for authors. */
export function syntaxMistake({ code, message: parser, pos }: YAMLParseError, document: Document): Mistake {
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
    means: 'A file cannot be read as YAML from this place on.',
    matters: 'Nothing of the file can be shown until it can be read.',
    bad: 'title: "Prime Day\ntag: Ads',
    good: 'title: "Prime Day"\ntag: Ads',
    fix: 'Look at the marked line and the one above: quotes, brackets and indentation.',
  },
}
