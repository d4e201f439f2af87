import { isNode, type Node, type Pair, type YAMLMap } from 'yaml'
import type { Edit } from '../../diagnostics/edit.ts'
import { findLineStart } from '../../diagnostics/location.ts'
import { HttpError } from './http-errors.ts'
import { removeFlowItem } from './splice-lists.ts'
import { formatBlockValue, formatFlowValue, formatScalar, hasEntries } from './write-yaml.ts'
import {
  findCommentsStart,
  findFieldEnd,
  formatInsertedLines,
  getIndentAt,
  getKeyName,
  getNodeRange,
} from './yaml-text.ts'

/** Sets the value of an existing empty field. */
export function fillField(yaml: string, { key }: Pair, value: unknown, inFlow: boolean): Edit {
  const [, end] = getNodeRange(key as Node)
  const at = yaml.indexOf(':', end) + 1
  const indent = getIndentAt(yaml, end)
  if (inFlow) return { start: at, end: at, text: ` ${formatFlowValue(value)}` }
  const text = hasEntries(value) ? `\n${formatBlockValue(value, `${indent}  `)}` : ` ${formatScalar(value, { indent })}`
  return { start: at, end: at, text }
}

/** Adds a field at the position that the schema defines. */
export function addField(yaml: string, map: YAMLMap, name: string, value: unknown, order: readonly string[]): Edit {
  const last = map.items.at(-1)
  if (map.flow || !last) {
    const [start, end] = getNodeRange(map)
    const close = yaml.lastIndexOf('}', end - 1)
    if (close < start) throw new HttpError('The editor cannot add fields to an empty group. Edit the file directly.')
    const inner = yaml.slice(start + 1, close).trimEnd()
    const isFirst = /^\s*(?:#.*\s*)*$/.test(inner)
    const text = `${isFirst || inner.endsWith(',') ? '' : ','} ${formatFlowValue({ [name]: value }).slice(2, -2)} `
    return { start: start + 1 + inner.length, end: close, text }
  }
  const rank = order.indexOf(name)
  const isBefore = (pair: Pair) => order.includes(getKeyName(pair.key)) && order.indexOf(getKeyName(pair.key)) < rank
  const before = map.items.findLast(isBefore) ?? last
  const [start] = getNodeRange(before.key as Node)
  const at = findFieldEnd(yaml, before)
  return {
    start: at,
    end: at,
    text: formatInsertedLines(
      yaml,
      at,
      formatBlockValue({ [name]: value }, ' '.repeat(start - findLineStart(yaml, start))),
    ),
  }
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
    if (!next) throw new HttpError('This is the only field. Remove the entry instead.')
    return { start, end: getNodeRange(next.key as Node)[0], text: '' }
  }
  if (map.items.length === 1) throw new HttpError('This is the only field. Remove the group instead.')
  return { start: findCommentsStart(yaml, line), end: findFieldEnd(yaml, pair), text: '' }
}

function extentOf({ key, value }: Pair): [number, number] {
  const [start, end] = getNodeRange(key as Node)
  return [start, isNode(value) ? getNodeRange(value)[1] : end]
}
