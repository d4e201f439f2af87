import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isNode, parseDocument } from 'yaml'
import { splitFrontMatter } from '../../../cli/content/front-matter.ts'
import type { FileChange } from '../../../cli/editor/files/entry.ts'
import { faultOf, listComments, listLost } from '../edits/try-splices.ts'

/** Contents of all files in a content folder by relative path, as latin1 strings with one character per byte. */
export type Bytes = ReadonlyMap<string, string>

export function readBytes(content: string): Bytes {
  return new Map(
    readdirSync(content, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(content, file), readFileSync(file, 'latin1')]),
  )
}

/** Lists the names of changed, added and removed files. */
export function listChanged(before: Bytes, after: Bytes): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
}

/** Splits a file into its fields and its body. @throws Error if it is not valid YAML or Markdown */
export function partsOf(file: string, bytes: string | undefined) {
  const whole = Buffer.from(bytes ?? '', 'latin1').toString('utf8')
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = whole.slice(mark.length)
  const front = file.endsWith('.md') ? splitFrontMatter(file, text) : { yaml: text, body: undefined }
  if ('rule' in front) throw new Error(`${file}: ${front.message}`)
  const document = parseDocument(front.yaml)
  if (document.errors[0]) throw document.errors[0]
  return { mark, yaml: front.yaml, body: front.body, fields: document.toJS() as unknown }
}

/** Lists the differences between a file and the expected result of one change. */
export function listFaults(file: string, before: string | undefined, after: string | undefined, change: FileChange) {
  const [old, now] = [partsOf(file, before), partsOf(file, after)]
  const faults = old.mark === now.mark ? [] : ['the byte order mark has changed']
  if (change.kind === 'body') {
    if (old.yaml !== now.yaml) faults.push('the fields have changed')
    if (toUnix(now.body) !== toUnix(change.text)) faults.push('different text was saved')
    return faults
  }
  if (old.body !== now.body) faults.push('the text below the fields has changed')
  const fault = faultOf(old.yaml, now.yaml, old.fields, change)
  if (fault) faults.push(fault)
  if (change.kind === 'remove') {
    const own = commentsOf(old.yaml, change.path)
    const lost = listLost(listComments(old.yaml), listComments(now.yaml)).filter((comment) => !own.includes(comment))
    if (lost.length > 0) faults.push(`comments of other values are lost: ${lost.join()}`)
  }
  return faults
}

/** Lists the comments above, inside and after a value. */
function commentsOf(yaml: string, at: readonly (string | number)[]): string[] {
  const node = parseDocument(yaml).getIn(at, true)
  const [from, , end] = (isNode(node) && node.range) || [0, 0, 0]
  const lines = yaml.slice(0, from).split('\n')
  let first = lines.length - 1
  // The key may be on the line before its value.
  if (/^[\s-]*$/.test(lines[first] ?? '') && typeof at.at(-1) === 'string') first -= 1
  while (first > 0 && (lines[first - 1] ?? '').trim().startsWith('#')) first -= 1
  const restOfLine = yaml.slice(end).split('\n', 1)[0] ?? ''
  return listComments(`${lines.slice(first).join('\n')}${yaml.slice(from, end)}${restOfLine}`)
}

function toUnix(text: string | undefined): string | undefined {
  return text?.replace(/\r\n?/g, '\n')
}
