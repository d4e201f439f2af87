import { isDeepStrictEqual } from 'node:util'
import { type Document, isAlias, isCollection, isMap, isNode, isScalar, isSeq, type Node, parseDocument } from 'yaml'
import { applyEdits, type Edit } from '../../diagnostics/edit.ts'
import { addField, changeBlockList, changeFlowList, fillField, removeField, replaceValue } from './node-edits.ts'
import { extractDocumentData } from './syntax-errors.ts'
import { applyChange, type ValueChange, YamlEditError } from './value-change.ts'
import { getKeyName, getNodeRange, listComments } from './yaml-text.ts'

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
