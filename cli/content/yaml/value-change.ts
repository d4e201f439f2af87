import { isDeepStrictEqual } from 'node:util'
import { type Document, isAlias, isCollection, isMap, isNode, isScalar, isSeq, type Node, parseDocument } from 'yaml'
import { z } from 'zod'
import { applyEdits, type Edit } from '../../diagnostics/edit.ts'
import { valueAt } from '../value-at.ts'
import {
  addField,
  changeBlockList,
  changeFlowList,
  fillField,
  removeField,
  replaceValue,
  YamlEditError,
} from './node-edits.ts'
import { extractDocumentData } from './syntax-errors.ts'
import { getKeyName, getNodeRange, listComments } from './yaml-text.ts'

/** Maximum nesting depth, more than any content needs. */
const MAX_DEPTH = 20
/** Rejects names that all objects inherit, such as `constructor`. */
const isName = (name: string) => !(name in {})

/** Path of a value in a file. List indexes start at 0. */
export const FieldPath = z
  .array(z.union([z.string().refine(isName, 'not a valid field name'), z.int().min(0)]))
  .min(1)
  .max(MAX_DEPTH)
  .readonly()
const value = z
  .unknown()
  .refine((input) => isContent(input, MAX_DEPTH), `no null, no special names, and at most ${MAX_DEPTH} levels`)

export const ValueChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), path: FieldPath, value }).describe('Sets a value, or adds a field'),
  z.object({ kind: z.literal('remove'), path: FieldPath }),
  z.object({ kind: z.literal('insert'), path: FieldPath, value }).describe('Inserts an entry at an index'),
  z.object({ kind: z.literal('move'), path: FieldPath, to: z.int().min(0) }),
])
export type ValueChange = z.infer<typeof ValueChange>

/**
 * Changes a value in YAML text but preserves everything else: comments, order, quotes and line endings. Verifies that
 * the new text parses to the expected data.
 * @param order fields of the changed group in schema order, which determines where a new field is added
 * @throws YamlEditError if the YAML uses syntax that cannot be edited
 */
export function applyYamlChange(yaml: string, requested: ValueChange, order: readonly string[] = []): string {
  const parsed = parse(yaml)
  if (!parsed) throw new YamlEditError('The file has YAML errors. Fix them first.')
  const { document, data } = parsed
  const change = withLineEnd(requested, document)
  const edits = editsFor(yaml, document, change, order)
  const expected = applyChange(data, change)
  if (isDeepStrictEqual(expected, data)) return yaml
  const newline = yaml.includes('\r\n') ? '\r\n' : '\n'
  const written = edits.map((edit) => ({ ...edit, text: edit.text.replace(/\r?\n/g, newline) }))
  const after = applyEdits(yaml, written)
  if (!isDeepStrictEqual(parse(after)?.data, expected))
    throw new YamlEditError('This value uses formatting that does not allow this change. Edit the file directly.')
  const lost = change.kind === 'remove' ? undefined : firstLost(listComments(yaml), listComments(after))
  if (lost) throw new YamlEditError(`The comment "${lost}" would be lost. Edit the file directly.`)
  return after
}

/** Returns a copy of the data with the change applied. */
function applyChange(data: unknown, change: ValueChange): unknown {
  const copy = structuredClone(data)
  const last = change.path.at(-1) as string
  const parent = valueAt(copy, change.path.slice(0, -1))
  if (Array.isArray(parent)) {
    const index = Number(last)
    if (change.kind === 'set') parent[index] = change.value
    if (change.kind === 'remove') parent.splice(index, 1)
    if (change.kind === 'insert') parent.splice(index, 0, change.value)
    if (change.kind === 'move') parent.splice(change.to, 0, ...parent.splice(index, 1))
  } else if (change.kind === 'remove') delete (parent as Record<string, unknown>)[last]
  else if (change.kind === 'set') (parent as Record<string, unknown>)[last] = change.value
  return copy
}

/** Parses YAML without errors. Replaces each alias with a copy, so that a change to only one copy is detected. */
function parse(yaml: string): { document: Document; data: unknown } | undefined {
  const document = parseDocument(yaml, { prettyErrors: false, logLevel: 'silent' })
  const value = document.errors.length > 0 ? undefined : extractDocumentData(document).value
  return value === undefined ? undefined : { document, data: JSON.parse(JSON.stringify(value)) }
}

/** Keeps the old value's trailing newline, which inputs do not display. */
function withLineEnd(change: ValueChange, document: Document): ValueChange {
  if (change.kind !== 'set' || typeof change.value !== 'string') return change
  const before = document.getIn(change.path)
  const isKept = typeof before === 'string' && before.endsWith('\n') && /[^\n]$/.test(change.value)
  return isKept ? { ...change, value: `${change.value}\n` } : change
}

function firstLost(before: readonly string[], after: readonly string[]): string | undefined {
  const left = [...after]
  return before.find((comment) => {
    const at = left.indexOf(comment)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function editsFor(yaml: string, document: Document, change: ValueChange, order: readonly string[]): Edit[] {
  const { path } = change
  const ancestors = path.map((_, index) => document.getIn(path.slice(0, index), true))
  for (const node of [...ancestors, document.getIn(path, true)]) {
    if (isAlias(node))
      throw new YamlEditError('This value is defined elsewhere in the file (YAML alias, *). Edit the file directly.')
    if ((isScalar(node) || isCollection(node)) && node.anchor)
      throw new YamlEditError('Other parts of the file use this value (YAML anchor, &). Edit the file directly.')
  }
  const isFlow = (node: unknown) => isCollection(node) && node.flow === true
  const parent = ancestors.at(-1)
  const inFlow = ancestors.some(isFlow)
  if (isSeq<Node>(parent)) {
    const item = parent.items[Number(path.at(-1))]
    if (change.kind !== 'insert' && !item) throw new YamlEditError('This entry no longer exists.')
    if (change.kind === 'set') return item ? [replaceValue(yaml, item, change.value, inFlow)] : []
    if (!parent.flow) return changeBlockList(yaml, parent, change)
    return changeFlowList(yaml, parent, change, ancestors.slice(0, -1).some(isFlow))
  }
  if (!isMap(parent)) throw new YamlEditError('The group that contains this field no longer exists.')
  const name = String(path.at(-1))
  const pair = parent.items.find(({ key }) => getKeyName(key) === name)
  if (change.kind === 'remove' && pair) return [removeField(yaml, parent, pair)]
  if (change.kind !== 'set') throw new YamlEditError('This field no longer exists.')
  if (!pair) return [addField(yaml, parent, name, change.value, order)]
  const current: unknown = pair.value
  if (!isNode(current) || getNodeRange(current)[0] === getNodeRange(current)[1])
    return [fillField(yaml, pair, change.value, inFlow)]
  return [replaceValue(yaml, current, change.value, inFlow)]
}

/** Reports whether a value has at most the maximum number of levels. */
export function isShallow(input: unknown, depth = MAX_DEPTH): boolean {
  if (typeof input !== 'object' || input === null) return true
  return depth > 0 && Object.values(input).every((inner) => isShallow(inner, depth - 1))
}

/** Reports whether a value may be written to a content file. */
function isContent(input: unknown, depth: number): boolean {
  if (typeof input === 'number') return Number.isFinite(input)
  if (typeof input !== 'object') return input !== undefined
  if (input === null || depth === 0) return false
  return Object.keys(input).every(isName) && Object.values(input).every((inner) => isContent(inner, depth - 1))
}
