import { isUtf8 } from 'node:buffer'
import { splitFrontMatter } from '../../content/front-matter.ts'
import { splitMark } from '../../content/read-text.ts'
import { knownKeys } from '../../content/schema/known-keys.ts'
import { parseYaml } from '../../content/yaml/source.ts'
import type { Change, FileChange } from './change.ts'
import { versionOf } from './disk.ts'
import { kindOf } from './file-types.ts'
import { Faulty, Refused } from './http-errors.ts'
import { splice } from './splice.ts'

/** What a file says, for whoever edits it. */
export interface Entry {
  file: string
  version: string
  /** Name of its kind: that of a collection, or of a file that stands by itself. */
  kind: string
  /** As it is written, with the names of facts in braces. */
  fields: unknown
  /** The text under the fields of a markdown file. */
  body: string | undefined
}

/** The fields of a text, where they begin, and the text under them, which a markdown file alone has. */
interface Parts {
  yaml: string
  start: number
  body: string | undefined
}

/** Characters that no reader sees are no part of what somebody meant to write: controls, marks, halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what it is for
const INVISIBLE = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\u2028\u2029\uFEFF\u{E0000}-\u{E007F}\p{Surrogate}]/u

/** @throws Refused for what is no text */
export function readEntry(file: string, bytes: Buffer): Entry {
  const { name } = kindOf(file)
  const { text } = textOf(file, bytes)
  const { yaml, start, body } = partsOf(file, text)
  const { source } = parseYaml(file, text, yaml, start)
  return { file, version: versionOf(bytes), kind: name, fields: source.rawData, body }
}

/** The bytes of a file after changes, made one after another. @throws Refused where one cannot be made; Faulty at its field */
export function changeFile(file: string, bytes: Buffer, changes: readonly FileChange[]): Buffer {
  const { mark, text } = textOf(file, bytes)
  return Buffer.from(mark + changes.reduce((now, change) => changeText(file, now, change), text))
}

function changeText(file: string, text: string, change: FileChange): string {
  const { yaml, start, body } = partsOf(file, text)
  if (change.kind === 'body') {
    if (body === undefined) throw new Refused(`${file} has no text under its fields.`)
    checkVisible(file, [], change.text)
    const newline = text.includes('\r\n') ? '\r\n' : '\n'
    const above = text.slice(0, text.length - body.length)
    const written = change.text.replace(/\r\n?|\n/g, newline)
    return inParts(file, `${above}${above.endsWith('\n') ? '' : newline}${written}`, { yaml, body: written })
  }
  const spliced = spliceAt(file, yaml, change)
  return inParts(file, text.slice(0, start) + spliced + text.slice(start + yaml.length), { yaml: spliced, body })
}

function spliceAt(file: string, yaml: string, change: Change): string {
  if ('value' in change) checkVisible(file, change.path, change.value)
  const { rawData } = parseYaml(file, yaml, yaml, 0).source
  try {
    return splice(yaml, change, knownKeys(kindOf(file).schema, rawData, change.path.slice(0, -1)))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new Faulty([{ file, path: change.path, rule: 'yaml', message: error.message, help: undefined }])
  }
}

/** The text, if its fields and the text under them can be told apart in it as they should. */
function inParts(file: string, text: string, { yaml, body }: Omit<Parts, 'start'>): string {
  const made = partsOf(file, text)
  if (made.yaml === yaml && made.body === body) return text
  throw new Refused(`${file} is written in a way that cannot be edited here. Change it in the file.`)
}

function textOf(file: string, bytes: Buffer): { mark: string; text: string } {
  const whole = bytes.toString('utf8')
  if (!isUtf8(bytes) || whole.includes('\0'))
    throw new Refused(`${file} is not saved as UTF-8. Save it again as UTF-8 first.`)
  return splitMark(whole)
}

function partsOf(file: string, text: string): Parts {
  if (!file.endsWith('.md')) return { yaml: text, start: 0, body: undefined }
  const front = splitFrontMatter(file, text)
  if ('rule' in front) throw new Refused(`${file}: ${front.message}. ${front.help ?? ''}`)
  return front
}

/** @throws Faulty at the field */
function checkVisible(file: string, path: Change['path'] | [], value: unknown): void {
  if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) {
      checkVisible(file, path, name)
      checkVisible(file, [...path, Array.isArray(value) ? Number(name) : name], part)
    }
  if (typeof value !== 'string' || !INVISIBLE.test(value)) return
  const message = 'The text has invisible control characters in it'
  throw new Faulty([{ file, path, rule: 'text/invisible', message, help: 'Type it instead of pasting it.' }])
}
