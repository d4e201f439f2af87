import { type Document, Scalar, visit, type YAMLParseError } from 'yaml'

interface Words {
  start: number
  end: number
  message: string
  help: string
}

/** A syntax error in the words of somebody who writes content; the parser's own where there are no better ones. */
export function syntaxMessage(error: YAMLParseError, document: Document): Words {
  const [start, end] = error.pos
  const at = { start, end }
  const { message } = error
  if (message.startsWith('Missing closing')) {
    const opening = openingQuote(document, start)
    return {
      start: opening,
      end: opening + 1,
      message: 'the quote that opens here is never closed',
      help: 'Put the same kind of quote at the end of the text.',
    }
  }
  if (message.startsWith('Sequence item without') || message.startsWith('All mapping items')) {
    return {
      ...at,
      message: 'this line is not in line with the fields it belongs to',
      help: 'Give all fields of one group the same indentation.',
    }
  }
  if (error.code === 'MULTIPLE_DOCS') {
    return { ...at, message: 'a line of --- or ... ends the data here', help: 'Remove that line.' }
  }
  if (message.startsWith('Implicit')) {
    return { ...at, message: 'this line is no field: it has no ": "', help: 'Write it as "name: text".' }
  }
  if (message.includes('collection') || message.includes('Flow')) {
    return {
      ...at,
      message: 'a list in [ ] or a group in { } is not closed before this place',
      help: 'Close it, or put quotes around the text if no list is meant.',
    }
  }
  return { ...at, message: `YAML cannot be read here: ${message}`, help: 'Compare this line with its neighbours.' }
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
