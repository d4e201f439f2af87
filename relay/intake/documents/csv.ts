import type { RandomAccessFile } from '../../store/store.ts'
import type { DocumentProblem } from './document-problem.ts'

/** Control characters that no text contains. */
const BINARY = /(?![\s\cZ\x80-\x9f])\p{Cc}/u
/** Start of other text formats that spreadsheets recognize, after a byte order mark that was read as Latin-1. */
const OTHER_FORMAT = /^(?:ï»¿)?\s{0,99}(?:<(?:!|\?xml|html|head|body|table|script|svg)|\{\\rtf|%PDF|%!PS)/i
/**
 * Formulas that start programs through DDE, such as `=cmd|'/c calc'!A1`, or that load data from other places. Other
 * formulas are harmless, and people write `-5`, `+49 40 123` and `="007"`.
 */
const UNSAFE_FORMULA =
  /\|\s{0,99}'[^']{1,999}'\s{0,99}!|\w\|[\w.\\/:-]{1,255}![\w$]|[=+\-@(,;&*/](?:DDE|WEBSERVICE|IMPORT(?:DATA|FEED|HTML|RANGE|XML))\(/i
/** Longest formula that is recognized, in characters. */
const MAX_FORMULA = 2048
const MAX_LINE = 1024 * 1024
const READ_SIZE = 64 * 1024

/** Returns why a file is not text, or that a spreadsheet would run its formulas. */
export async function findCsvProblem(content: RandomAccessFile): Promise<DocumentProblem | undefined> {
  const mark = (await content.read(0, 2)).toString('hex')
  const decoder = new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'latin1')
  let formulas = ''
  let lineLength = 0
  for (let position = 0; position < content.size; position += READ_SIZE) {
    const text = decoder.decode(await content.read(position, READ_SIZE), { stream: true })
    if (BINARY.test(text) || (position === 0 && OTHER_FORMAT.test(text))) return 'type'
    formulas = formulas.slice(-MAX_FORMULA) + text
    if (UNSAFE_FORMULA.test(formulas)) return 'external'
    const lineEnd = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
    lineLength = lineEnd < 0 ? lineLength + text.length : text.length - lineEnd
    if (lineLength > MAX_LINE) return 'complex'
  }
  return undefined
}
