import { isUtf8 } from 'node:buffer'
import { splitFrontMatter } from '../content/front-matter.ts'
import { knownKeys } from '../content/known-keys.ts'
import type { ParsedFile } from '../content/parsed.ts'
import type { Path } from '../content/source.ts'
import type { Change } from './change.ts'
import { Refused } from './refusals.ts'
import { splice } from './splice.ts'

/** The text under the fields of a markdown file takes another. */
export interface BodyChange {
  kind: 'body'
  text: string
}
export type FileChange = Change | BodyChange

const MARK = '\uFEFF'

/**
 * The bytes of a file after changes, made one after another. @throws Refused where one cannot be made
 * @param file how the file is read now: whose schema says in which order fields stand
 */
export function changeFile(bytes: Buffer, file: ParsedFile, changes: readonly FileChange[]): Buffer {
  if (!isUtf8(bytes)) throw new Refused(`${file.file} is not saved as UTF-8. Save it again as UTF-8 first.`)
  const whole = bytes.toString('utf8')
  const mark = whole.startsWith(MARK) ? MARK : ''
  const text = changes.reduce((now, change) => changeText(now, file, change), whole.slice(mark.length))
  return Buffer.from(mark + text)
}

function changeText(text: string, file: ParsedFile, change: FileChange): string {
  const isMarkdown = file.file.endsWith('.md')
  const front = isMarkdown ? splitFrontMatter(file.file, text) : { yaml: text, start: 0, body: '' }
  if ('rule' in front) throw new Refused(`${file.file}: ${front.message}. ${front.help ?? ''}`)
  const { yaml, start, body } = front
  if (change.kind === 'body') {
    if (!isMarkdown) throw new Refused(`${file.file} has no text under its fields.`)
    const newline = text.includes('\r\n') ? '\r\n' : '\n'
    const written = change.text.replace(/\r?\n/g, '\n').replaceAll('\n', newline)
    return text.slice(0, text.length - body.length) + written
  }
  const order = knownKeys(file.schema, file.data, change.path.slice(0, -1))
  return text.slice(0, start) + splice(yaml, cleaned(change), order) + text.slice(start + yaml.length)
}

/** Characters that no reader sees are no part of what somebody meant to write. @throws Refused */
function cleaned<T extends Change>(change: T): T {
  if (!('value' in change)) return change
  const look = (value: unknown, path: Path): void => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what it is for
    if (typeof value === 'string' && /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\u2028\u2029\uFEFF\u{E0000}-\u{E007F}]/u.test(value))
      throw new Refused('The text has invisible control characters in it. Type it instead of pasting it.')
    if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) look(part, [...path, name])
  }
  look(change.value, change.path)
  return change
}
