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
  if (message.includes('block-seq-ind')) {
    return {
      ...at,
      message: 'a list cannot begin in the line of its field',
      help: 'Write each entry on a line of its own below, with a dash; or put quotes around the text if no list is meant.',
    }
  }
  if (message.includes('call stack')) {
    return {
      ...at,
      message: 'groups or lists are nested too deeply here to be read',
      help: 'Take brackets, dashes or question marks away, or put quotes around the text.',
    }
  }
  if (message.includes('escape sequence')) {
    return {
      ...at,
      message: 'a backslash in double quotes is the beginning of a code, and there is none like this',
      help: "Write it twice: \\\\. Or use single quotes: 'text'.",
    }
  }
  return {
    ...at,
    message: 'this cannot be read as YAML: it does not fit what stands before it',
    help: 'Compare this line with its neighbours: indentation, quotes, brackets and the space after a colon or dash.',
  }
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
