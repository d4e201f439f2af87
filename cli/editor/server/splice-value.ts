import { isScalar, type Node } from 'yaml'
import type { Edit } from '../../diagnostics/edit.ts'
import { findLineStart } from '../../diagnostics/location.ts'
import { formatBlockValue, formatFlowValue, formatScalar, hasEntries } from './write-yaml.ts'
import { getIndentAt, getNodeRange, trimRangeEnd } from './yaml-text.ts'

/** Replaces a value but keeps its style: quotes, block or single-line form, and line breaks. */
export function replaceValue(yaml: string, node: Node, value: unknown, inFlow: boolean): Edit {
  const [start, end] = getNodeRange(node)
  const indent = getIndentAt(yaml, start)
  const [behind = ''] = /^.*/.exec(yaml.slice(end)) ?? []
  if (start === end) {
    // The node is an empty list entry, so insert the value instead of replacing text.
    const text = hasEntries(value) ? formatFlowValue(value) : formatScalar(value, { inFlow: true })
    return {
      start,
      end,
      text: `${/\s/.test(yaml[start - 1] ?? ' ') ? '' : ' '}${text}${/^\S/.test(behind) ? ' ' : ''}`,
    }
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
