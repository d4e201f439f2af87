import { isNode, isScalar, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'
import type { Edit } from '../../diagnostics/edit.ts'
import { findLineStart } from '../../diagnostics/location.ts'
import type { ValuePath } from './source.ts'
import {
  findCommentsStart,
  findFieldEnd,
  findValueEnd,
  formatBlockValue,
  formatFlowValue,
  formatInsertedLines,
  formatScalar,
  getIndentAt,
  getKeyName,
  getNodeRange,
  hasEntries,
  trimRangeEnd,
} from './yaml-text.ts'

type Extent = [start: number, end: number]

/** A change of a list: inserts, removes or moves the entry at a path. `ValueChange` has the same shape. */
type ListChange = { path: ValuePath } & (
  | { kind: 'insert'; value: unknown }
  | { kind: 'remove' }
  | { kind: 'move'; to: number }
)

/** Thrown if a change cannot be made without reformatting the YAML around it. The message says what to do instead. */
export class YamlEditError extends Error {}

const insertAt = (at: number, text: string): Edit => ({ start: at, end: at, text })

/** Replaces a value but keeps its style: quotes, block or single-line form, and line breaks. */
export function replaceValue(yaml: string, node: Node, value: unknown, inFlow: boolean): Edit {
  const [start, end] = getNodeRange(node)
  const indent = getIndentAt(yaml, start)
  const [behind = ''] = /^.*/.exec(yaml.slice(end)) ?? []
  if (start === end) {
    // The node is an empty list entry, so insert the value instead of replacing text.
    const text = hasEntries(value) ? formatFlowValue(value) : formatScalar(value, { inFlow: true })
    return insertAt(start, (/\s/.test(yaml[start - 1] ?? ' ') ? '' : ' ') + text + (/^\S/.test(behind) ? ' ' : ''))
  }
  if (isScalar(node) && !hasEntries(value)) {
    const wasBlock = /\n$/.test(yaml.slice(start, end))
    const [, ...lines] = yaml.slice(start, end).trimEnd().split('\n')
    // If a comment follows the value on the same line, write the new value on a single line.
    const isCommented = !wasBlock && behind.trim() !== ''
    const text = formatScalar(value, { type: node.type, inFlow: inFlow || isCommented, indent, lines })
    if (wasBlock) return { start, end, text: text.replace(/\n?$/, '\n') }
    return { start, end: text.includes('\n') ? end + behind.length : end, text }
  }
  const last = trimRangeEnd(yaml, start, end)
  if (inFlow || !hasEntries(value)) return { start, end: last, text: formatFlowValue(value) }
  const line = findLineStart(yaml, start)
  const isBelow = yaml.slice(line, start).trim() === ''
  const written = formatBlockValue(value, isBelow ? ' '.repeat(start - line) : `${indent}  `)
  return { start, end: last, text: isBelow ? written.trimStart() : `\n${written}` }
}

/** Sets the value of an existing empty field. */
export function fillField(yaml: string, { key }: Pair, value: unknown, inFlow: boolean): Edit {
  const [, end] = getNodeRange(key as Node)
  const at = yaml.indexOf(':', end) + 1
  const indent = getIndentAt(yaml, end)
  if (inFlow) return insertAt(at, ` ${formatFlowValue(value)}`)
  if (hasEntries(value)) return insertAt(at, `\n${formatBlockValue(value, `${indent}  `)}`)
  return insertAt(at, ` ${formatScalar(value, { indent })}`)
}

/** Adds a field at the position that the schema defines. */
export function addField(yaml: string, map: YAMLMap, name: string, value: unknown, order: readonly string[]): Edit {
  const last = map.items.at(-1)
  if (map.flow || !last) {
    const [start, end] = getNodeRange(map)
    const close = yaml.lastIndexOf('}', end - 1)
    if (close < start) throw new YamlEditError('Fields cannot be added to this empty group. Edit the file directly.')
    const inner = yaml.slice(start + 1, close).trimEnd()
    const isFirst = inner.split('\n').every((line) => /^\s*(?:#|$)/.test(line))
    const text = `${isFirst || inner.endsWith(',') ? '' : ','} ${formatFlowValue({ [name]: value }).slice(2, -2)} `
    return { start: start + 1 + inner.length, end: close, text }
  }
  const rank = order.indexOf(name)
  const isBefore = (pair: Pair) => order.includes(getKeyName(pair.key)) && order.indexOf(getKeyName(pair.key)) < rank
  const before = map.items.findLast(isBefore) ?? last
  const [start] = getNodeRange(before.key as Node)
  const at = findFieldEnd(yaml, before)
  const written = formatBlockValue({ [name]: value }, ' '.repeat(start - findLineStart(yaml, start)))
  return insertAt(at, formatInsertedLines(yaml, at, written))
}

/** Removes a field, including the comments above it. */
export function removeField(yaml: string, map: YAMLMap, pair: Pair): Edit {
  const index = map.items.indexOf(pair)
  if (map.flow) return removeFlowItem(map.items.map(extentOf), index)
  const [start] = getNodeRange(pair.key as Node)
  const next = map.items[index + 1]
  const line = findLineStart(yaml, start)
  // If the field is on the same line as the dash of its list entry, move the next field there.
  if (yaml.slice(line, start).trim() !== '') {
    if (!next) throw new YamlEditError('This is the only field. Remove the entry instead.')
    return { start, end: getNodeRange(next.key as Node)[0], text: '' }
  }
  if (map.items.length === 1) throw new YamlEditError('This is the only field. Remove the group instead.')
  return { start: findCommentsStart(yaml, line), end: findFieldEnd(yaml, pair), text: '' }
}

function extentOf({ key, value }: Pair): Extent {
  const [start, end] = getNodeRange(key as Node)
  return [start, isNode(value) ? getNodeRange(value)[1] : end]
}

/**
 * Changes a flow list, which is enclosed in brackets.
 * @param inFlow whether the list itself is inside brackets or braces
 */
export function changeFlowList(yaml: string, list: YAMLSeq<Node>, change: ListChange, inFlow: boolean): Edit[] {
  const index = Number(change.path.at(-1))
  const extents = list.items.map((item): Extent => [getNodeRange(item)[0], getNodeRange(item)[1]])
  if (change.kind === 'remove') return [removeFlowItem(extents, index)]
  if (change.kind === 'insert') {
    const written = formatFlowValue(change.value)
    const [start, end] = getNodeRange(list)
    const last = extents.at(-1)
    if (!last && !inFlow && hasEntries(change.value)) return [replaceValue(yaml, list, [change.value], false)]
    if (!last) return [{ start, end, text: `[${written}]` }]
    const [at] = extents[index] ?? []
    return [at === undefined ? insertAt(last[1], `, ${written}`) : insertAt(at, `${written}, `)]
  }
  const texts = extents.map(([start, end]) => yaml.slice(start, end))
  return moveText(extents, texts, index, change.to)
}

/** Removes an entry or field, and its comma, from a flow list or group. */
function removeFlowItem(extents: readonly Extent[], index: number): Edit {
  const [start, end] = extents[index] ?? [0, 0]
  const next = extents[index + 1]
  const previous = extents[index - 1]
  return next ? { start, end: next[0], text: '' } : { start: previous ? previous[1] : start, end, text: '' }
}

/** Changes a block list. Comments above an entry belong to that entry. */
export function changeBlockList(yaml: string, { items }: YAMLSeq<Node>, change: ListChange): Edit[] {
  const index = Number(change.path.at(-1))
  const entries = items.map((item) => entryOf(yaml, item))
  const own = entries[index]
  const last = entries.at(-1)
  if (!last) throw new YamlEditError('An empty list cannot be changed. Edit the file directly.')
  if (change.kind === 'remove') {
    if (items.length === 1) throw new YamlEditError('This is the only entry. Remove the whole list instead.')
    const [start, end] = own?.extent ?? [0, 0]
    return [{ start, end, text: '' }]
  }
  if (change.kind === 'insert') {
    const at = own ? own.extent[0] : last.extent[1]
    const { indent } = own ?? last
    return [insertAt(at, formatInsertedLines(yaml, at, formatBlockValue([change.value], indent)))]
  }
  const extents = entries.map(({ extent }) => extent)
  // The last entry may lack a newline.
  const texts = extents.map(([start, end]) => yaml.slice(start, end).replace(/\n?$/, '\n'))
  return moveText(extents, texts, index, change.to)
}

function entryOf(yaml: string, item: Node): { extent: Extent; indent: string } {
  const [from] = getNodeRange(item)
  const line = findLineStart(yaml, from)
  // An entry may begin on the line after its dash.
  const dash = /^[ \t]*-[ \t]/.test(yaml.slice(line, from)) ? line : findLineStart(yaml, yaml.lastIndexOf('-', from))
  const [indent = ''] = /^[ \t]*/.exec(yaml.slice(dash)) ?? []
  if (!/^-[ \t\r\n]/.test(yaml.slice(dash + indent.length)) || /^[ \t]*-[ \t]+-/.test(yaml.slice(dash)))
    throw new YamlEditError('This list uses formatting that does not allow this change. Edit the file directly.')
  return { extent: [findCommentsStart(yaml, dash), findValueEnd(yaml, item)], indent }
}

/** Moves an entry's text. The text between entries stays where it is. */
function moveText(extents: readonly Extent[], texts: readonly string[], from: number, to: number): Edit[] {
  const order = [...texts]
  order.splice(to, 0, ...order.splice(from, 1))
  return extents.map(([start, end], index) => ({ start, end, text: order[index] ?? '' }))
}
