import { isDeepStrictEqual } from 'node:util'
import { type Document, isAlias, isCollection, isMap, isNode, isScalar, isSeq, type Node, parseDocument } from 'yaml'
import type { Path } from '../../content/yaml/source.ts'
import { readValues } from '../../content/yaml/values.ts'
import { applyEdits, type Edit } from '../../diagnostics/edit.ts'
import { applyChange, type Change } from './change.ts'
import { HttpError } from './http-errors.ts'
import { addField, fillField, removeField } from './splice-fields.ts'
import { changeFlowList, changeList } from './splice-lists.ts'
import { spliceValue } from './splice-value.ts'
import { listComments, nameOf, rangeOf } from './yaml-text.ts'

/**
 * Changes a value in the text of a YAML file and keeps everything else: comments, order, quotes, line ends. Verifies that
 * the new text has the expected data.
 * @param order fields of the changed group in schema order, to place a new one
 * @throws HttpError if the text is written in a way that cannot be changed
 */
export function splice(yaml: string, requested: Change, order: readonly string[] = []): string {
  const document = parse(yaml)
  const data = document && dataOf(document)
  if (!document || data === undefined) throw new HttpError('The file cannot be read as it is. Mend it first.')
  const change = withLineEnd(requested, document)
  const edits = editsFor(yaml, document, change, order)
  const expected = applyChange(data, change)
  if (isDeepStrictEqual(expected, data)) return yaml
  const newline = yaml.includes('\r\n') ? '\r\n' : '\n'
  const after = applyEdits(
    yaml,
    edits.map((edit) => ({ ...edit, text: edit.text.replace(/\r?\n/g, newline) })),
  )
  const made = parse(after)
  if (!made || !isDeepStrictEqual(dataOf(made), expected))
    throw new HttpError('This is written in a way that cannot be edited here. Change it in the file.')
  const lost = change.kind === 'remove' ? undefined : firstLost(listComments(yaml), listComments(after))
  if (lost) throw new HttpError(`The comment "${lost}" would be lost. Change it in the file.`)
  return after
}

function parse(yaml: string): Document | undefined {
  const document = parseDocument(yaml, { prettyErrors: false, logLevel: 'silent' })
  return document.errors.length > 0 ? undefined : document
}

/** Returns the data with aliases copied, so that a change of one copy is noticed. */
function dataOf(document: Document): unknown {
  const { value } = readValues(document)
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

/** Keeps the line end at the end of a text, which inputs do not show. */
function withLineEnd(change: Change, document: Document): Change {
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

function editsFor(yaml: string, document: Document, change: Change, order: readonly string[]): Edit[] {
  const { path } = change
  const around = path.map((_, index) => nodeAt(document, path.slice(0, index)))
  for (const node of [...around, nodeAt(document, path)]) {
    if (isAlias(node)) throw new HttpError('This value is taken from elsewhere in the file (*). Change it in the file.')
    if ((isScalar(node) || isCollection(node)) && node.anchor)
      throw new HttpError('Other places of the file take this value (&). Change it in the file.')
  }
  const isFlow = (node: unknown) => isCollection(node) && node.flow === true
  const [holder, inFlow] = [around.at(-1), around.some(isFlow)]
  if (isSeq(holder)) {
    const items = holder.items as Node[]
    const item = items[Number(path.at(-1))]
    if (change.kind !== 'insert' && !item) throw new HttpError('There is no such entry any more.')
    if (change.kind === 'set') return item ? [spliceValue(yaml, item, change.value, inFlow)] : []
    if (!holder.flow) return changeList(yaml, items, change)
    return changeFlowList(yaml, holder, items, change, around.slice(0, -1).some(isFlow))
  }
  if (!isMap(holder)) throw new HttpError('The group that this belongs to is not there any more.')
  const name = String(path.at(-1))
  const pair = holder.items.find(({ key }) => nameOf(key) === name)
  if (change.kind === 'remove' && pair) return [removeField(yaml, holder, pair)]
  if (change.kind !== 'set') throw new HttpError('There is no such field any more.')
  if (!pair) return [addField(yaml, holder, name, change.value, order)]
  const held: unknown = pair.value
  if (!isNode(held) || rangeOf(held)[0] === rangeOf(held)[1]) return [fillField(yaml, pair, change.value, inFlow)]
  return [spliceValue(yaml, held, change.value, inFlow)]
}

function nodeAt(document: Document, path: Path): unknown {
  return path.length === 0 ? document.contents : document.getIn(path, true)
}
