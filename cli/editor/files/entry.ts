import { isUtf8 } from 'node:buffer'
import { collections } from '@northshelf/site/collections/list.ts'
import { type SingleFileName, singleFileDefinitions } from '@northshelf/site/collections/single-files.ts'
import { z } from 'zod'
import { splitByteOrderMark } from '../../content/decode-text.ts'
import { parseEntryPath } from '../../content/entry-path.ts'
import { splitFrontMatter } from '../../content/front-matter.ts'
import { listKnownKeys } from '../../content/schema/walk-schema.ts'
import { parseTranslationName } from '../../content/translations/translation-name.ts'
import { getTranslationSchema } from '../../content/translations/translation-schema.ts'
import { YamlEditError } from '../../content/yaml/node-edits.ts'
import { parseYaml } from '../../content/yaml/source.ts'
import { applyYamlChange, ValueChange } from '../../content/yaml/value-change.ts'
import { toJsonSchema } from '../../scaffold/schema/json-schema.ts'
import type { SchemaNode } from '../../scaffold/schema/node.ts'
import { computeVersion } from './content-store.ts'
import { HttpError, ValidationError } from './http-errors.ts'

/** A type of content file: a collection, or a single file such as site.yaml. */
interface FileType {
  name: string
  schema: z.ZodType
  /** Whether the file belongs to a collection and can therefore be renamed and deleted. */
  isEntry: boolean
}

export interface Entry {
  file: string
  version: string
  /** Name of the file's collection; outside collections, the file's own name, such as `site`. */
  kind: string
  /** Fields as written in the file, with fact names in braces instead of the facts' values. */
  fields: unknown
  /** The body of a Markdown file. */
  body: string | undefined
}

export const FileChange = z.union([z.object({ kind: z.literal('body'), text: z.string() }), ValueChange])
export type FileChange = z.infer<typeof FileChange>

/** Changes to one file, in the order in which they are applied. */
export const FileEdit = z.object({
  file: z.string().describe('Path relative to the parent of the content folder'),
  version: z.string().describe('Hash of the file when it was read'),
  changes: z.array(FileChange).max(200),
})
export type FileEdit = z.infer<typeof FileEdit>

/** Matches control characters, editor marks and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this matches control characters
const INVISIBLE = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\u2028\u2029\uFEFF\u{E0000}-\u{E007F}\p{Surrogate}]/u

/** End of the type names of translations, such as `pages-translation`. */
const TRANSLATION = '-translation'

const findCollection = (name: string) => collections.find((collection) => collection.name === name)

/** Returns the type of the file at a path. @throws HttpError if the path is not a content file */
export function getFileType(file: string): FileType {
  const entry = parseEntryPath(file)
  if (entry) return { name: entry.collection.name, schema: entry.collection.schema, isEntry: true }
  const translation = parseTranslationName(file)
  if (translation) {
    const { name } = getFileType(translation.of)
    return { name: name + TRANSLATION, schema: getTranslationSchema(findCollection(name), name), isEntry: true }
  }
  const name = Object.keys(singleFileDefinitions).find((single) => file.slice(file.indexOf('/')) === `/${single}.yaml`)
  if (name) return { name, schema: singleFileDefinitions[name as SingleFileName].schema, isEntry: false }
  throw new HttpError(`${JSON.stringify(file)} is not a content file.`, 404)
}

/** Returns the JSON Schema for a type of file. @throws HttpError if the type is unknown */
export function getTypeSchema(kind: string): SchemaNode {
  if (kind.endsWith(TRANSLATION)) {
    const of = kind.slice(0, -TRANSLATION.length)
    return toJsonSchema(getTranslationSchema(findCollection(of), of))
  }
  const single = Object.hasOwn(singleFileDefinitions, kind) ? singleFileDefinitions[kind as SingleFileName] : undefined
  const schema = findCollection(kind)?.schema ?? single?.schema
  if (!schema) throw new HttpError(`Unknown content type "${kind}".`, 404)
  return toJsonSchema(schema)
}

/** Parses a content file. @throws HttpError if it is not UTF-8 text */
export function readEntry(file: string, bytes: Buffer): Entry {
  const { name } = getFileType(file)
  const { text } = decodeText(file, bytes)
  const { yaml, start, body } = partsOf(file, text)
  const { source } = parseYaml(file, text, yaml, start)
  return { file, version: computeVersion(bytes), kind: name, fields: source.rawData, body }
}

/** Returns the file with the changes applied. @throws HttpError or ValidationError if a change cannot be applied */
export function applyFileChanges(file: string, bytes: Buffer, changes: readonly FileChange[]): Buffer {
  const { mark, text } = decodeText(file, bytes)
  return Buffer.from(mark + changes.reduce((now, change) => changeText(file, now, change), text))
}

/** Replaces text that occurs exactly once. @throws HttpError if it does not */
export function replaceText(file: string, bytes: Buffer, { find, text }: { find: string; text: string }): Buffer {
  const whole = decodeText(file, bytes)
  const newline = whole.text.includes('\r\n') ? '\r\n' : '\n'
  const [old, written] = [find, text].map((part) => part.replace(/\r\n?|\n/g, newline)) as [string, string]
  checkVisible(file, [], written)
  const [before, after, ...others] = whole.text.split(old)
  if (after === undefined) throw new HttpError(`${file} does not contain this text: ${JSON.stringify(find)}.`, 409)
  if (others.length > 0) throw new HttpError(`${file} contains this text several times: ${JSON.stringify(find)}.`)
  return Buffer.from(`${whole.mark}${before}${written}${after}`)
}

function changeText(file: string, text: string, change: FileChange): string {
  const { yaml, start, body } = partsOf(file, text)
  if (change.kind === 'body') {
    if (body === undefined) throw new HttpError(`${file} has no Markdown body.`)
    checkVisible(file, [], change.text)
    const newline = text.includes('\r\n') ? '\r\n' : '\n'
    const above = text.slice(0, text.length - body.length)
    const written = change.text.replace(/\r\n?|\n/g, newline)
    return checkParts(file, `${above}${above.endsWith('\n') ? '' : newline}${written}`, { yaml, body: written })
  }
  const spliced = changeYaml(file, yaml, change)
  return checkParts(file, text.slice(0, start) + spliced + text.slice(start + yaml.length), { yaml: spliced, body })
}

function changeYaml(file: string, yaml: string, change: ValueChange): string {
  if ('value' in change) checkVisible(file, change.path, change.value)
  const { rawData } = parseYaml(file, yaml, yaml, 0).source
  try {
    return applyYamlChange(yaml, change, listKnownKeys(getFileType(file).schema, rawData, change.path.slice(0, -1)))
  } catch (error) {
    if (!(error instanceof YamlEditError)) throw error
    throw new ValidationError([{ file, path: change.path, rule: 'yaml', message: error.message, help: undefined }])
  }
}

/** Returns the text if it parses into exactly these parts. @throws HttpError if it does not */
function checkParts(file: string, text: string, { yaml, body }: { yaml: string; body: string | undefined }): string {
  const parts = partsOf(file, text)
  if (parts.yaml === yaml && parts.body === body) return text
  throw new HttpError(`${file} uses formatting that the editor does not support. Edit the file directly.`)
}

function decodeText(file: string, bytes: Buffer): { mark: string; text: string } {
  const whole = bytes.toString('utf8')
  if (!isUtf8(bytes) || whole.includes('\0'))
    throw new HttpError(`${file} is not valid UTF-8. Convert it to UTF-8 first.`)
  return splitByteOrderMark(whole)
}

/** Returns the YAML of a file's fields, the offset of that YAML, and the body of a Markdown file. */
function partsOf(file: string, text: string) {
  if (!file.endsWith('.md')) return { yaml: text, start: 0, body: undefined }
  const front = splitFrontMatter(file, text)
  if ('rule' in front) throw new HttpError(`${file}: ${front.message}. ${front.help ?? ''}`)
  return front
}

/** @throws ValidationError if a string in the value contains invisible characters */
function checkVisible(file: string, path: ValueChange['path'] | [], value: unknown): void {
  if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) {
      checkVisible(file, path, name)
      checkVisible(file, [...path, Array.isArray(value) ? Number(name) : name], part)
    }
  if (typeof value !== 'string' || !INVISIBLE.test(value)) return
  const message = 'The text contains invisible control characters'
  throw new ValidationError([{ file, path, rule: 'text/invisible', message, help: 'Type it instead of pasting it.' }])
}
