import type { Node, YAMLSeq } from 'yaml'
import type { Edit } from '../../diagnostics/edit.ts'
import { findLineStart } from '../../diagnostics/location.ts'
import type { ValueChange } from './change.ts'
import { HttpError } from './http-errors.ts'
import { replaceValue } from './splice-value.ts'
import { formatBlockValue, formatFlowValue, hasEntries } from './write-yaml.ts'
import { findCommentsStart, findValueEnd, formatInsertedLines, getNodeRange } from './yaml-text.ts'

type Extent = [start: number, end: number]

/**
 * Changes a flow list, which is enclosed in brackets.
 * @param inFlow whether the list itself is inside brackets or braces
 */
export function changeFlowList(
  yaml: string,
  list: YAMLSeq,
  items: Node[],
  change: ValueChange,
  inFlow: boolean,
): Edit[] {
  const index = Number(change.path.at(-1))
  const extents = items.map((item): Extent => [getNodeRange(item)[0], getNodeRange(item)[1]])
  if (change.kind === 'remove') return [removeFlowItem(extents, index)]
  if (change.kind === 'insert') {
    const written = formatFlowValue(change.value)
    const [start, end] = getNodeRange(list)
    if (items.length === 0)
      return [
        inFlow || !hasEntries(change.value)
          ? { start, end, text: `[${written}]` }
          : replaceValue(yaml, list, [change.value], false),
      ]
    const [at] = extents[index] ?? []
    if (at !== undefined) return [{ start: at, end: at, text: `${written}, ` }]
    const last = extents.at(-1)?.[1] ?? end
    return [{ start: last, end: last, text: `, ${written}` }]
  }
  const texts = extents.map(([start, end]) => yaml.slice(start, end))
  return replaceTexts(extents, reorder(texts, index, change))
}

/** Removes an entry or field, and its comma, from a flow list or group. */
export function removeFlowItem(extents: readonly Extent[], index: number): Edit {
  const [start, end] = extents[index] ?? [0, 0]
  const [next, previous] = [extents[index + 1], extents[index - 1]]
  return next ? { start, end: next[0], text: '' } : { start: previous ? previous[1] : start, end, text: '' }
}

/** Changes a block list. Comments above an entry belong to that entry. */
export function changeBlockList(yaml: string, items: Node[], change: ValueChange): Edit[] {
  const index = Number(change.path.at(-1))
  const entries = items.map((item) => entryOf(yaml, item))
  const [own, last] = [entries[index], entries.at(-1)]
  if (!last) throw new HttpError('The editor cannot change an empty list. Edit the file directly.')
  if (change.kind === 'remove') {
    if (items.length === 1) throw new HttpError('This is the only entry. Remove the whole list instead.')
    const [start, end] = own?.extent ?? [0, 0]
    return [{ start, end, text: '' }]
  }
  if (change.kind === 'insert') {
    const at = own ? own.extent[0] : last.extent[1]
    const { indent } = own ?? last
    return [{ start: at, end: at, text: formatInsertedLines(yaml, at, formatBlockValue([change.value], indent)) }]
  }
  const extents = entries.map(({ extent }) => extent)
  // The last entry may lack a newline.
  const texts = extents.map(([start, end]) => yaml.slice(start, end).replace(/\n?$/, '\n'))
  return replaceTexts(extents, reorder(texts, index, change))
}

function entryOf(yaml: string, item: Node): { extent: Extent; indent: string } {
  const [from] = getNodeRange(item)
  const line = findLineStart(yaml, from)
  // An entry may begin on the line after its dash.
  const dash = /^[ \t]*-[ \t]/.test(yaml.slice(line, from)) ? line : findLineStart(yaml, yaml.lastIndexOf('-', from))
  const [indent = ''] = /^[ \t]*/.exec(yaml.slice(dash)) ?? []
  if (!/^-[ \t\r\n]/.test(yaml.slice(dash + indent.length)) || /^[ \t]*-[ \t]+-/.test(yaml.slice(dash)))
    throw new HttpError('This list uses formatting that the editor does not support. Edit the file directly.')
  return { extent: [findCommentsStart(yaml, dash), findValueEnd(yaml, item)], indent }
}

function reorder(texts: readonly string[], index: number, change: ValueChange): string[] {
  const order = [...texts]
  if (change.kind === 'move') order.splice(change.to, 0, ...order.splice(index, 1))
  return order
}

function replaceTexts(extents: readonly Extent[], texts: readonly string[]): Edit[] {
  return extents.map(([start, end], index) => ({ start, end, text: texts[index] ?? '' }))
}
