import { isScalar, type Node } from 'yaml'
import type { Edit } from '../../diagnostics/edit.ts'
import { lineStart } from '../../diagnostics/location.ts'
import { hasParts, writeFlow, writeScalar, writeValue } from './write-yaml.ts'
import { indentAt, rangeOf, trimmed } from './yaml-text.ts'

/** Replaces a value but keeps its style: quotes, block or single line, and line breaks. */
export function spliceValue(yaml: string, node: Node, value: unknown, inFlow: boolean): Edit {
  const [start, end] = rangeOf(node)
  const indent = indentAt(yaml, start)
  const [behind = ''] = /^.*/.exec(yaml.slice(end)) ?? []
  if (start === end) {
    // The list entry is empty.
    const text = hasParts(value) ? writeFlow(value) : writeScalar(value, { inFlow: true })
    return {
      start,
      end,
      text: `${/\s/.test(yaml[start - 1] ?? ' ') ? '' : ' '}${text}${/^\S/.test(behind) ? ' ' : ''}`,
    }
  }
  if (isScalar(node) && !hasParts(value)) {
    const wasBlock = /\n$/.test(yaml.slice(start, end))
    const [, ...lines] = yaml.slice(start, end).trimEnd().split('\n')
    // A comment after the value stays on the same line.
    const isCommented = !wasBlock && behind.trim() !== ''
    const text = writeScalar(value, { type: node.type, inFlow: inFlow || isCommented, indent, lines })
    if (wasBlock) return { start, end, text: text.replace(/\n?$/, '\n') }
    return { start, end: text.includes('\n') ? end + behind.length : end, text }
  }
  const last = trimmed(yaml, start, end)
  if (inFlow || !hasParts(value)) return { start, end: last, text: writeFlow(value) }
  const line = lineStart(yaml, start)
  const isBelow = yaml.slice(line, start).trim() === ''
  const written = writeValue(value, isBelow ? ' '.repeat(start - line) : `${indent}  `)
  return { start, end: last, text: isBelow ? written.trimStart() : `\n${written}` }
}
