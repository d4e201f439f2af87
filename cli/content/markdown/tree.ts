import type { Nodes } from 'mdast'
import type { Range } from '../../diagnostics/location.ts'

/** Calls `visit` for a node and all its descendants, parents first. Includes children that `visit` adds. */
export function walk(node: Nodes, visit: (node: Nodes) => void): void {
  visit(node)
  if ('children' in node) for (const child of node.children) walk(child, visit)
}

/** Lists the ranges of code blocks and code spans. */
export function listCode(tree: Nodes): Range[] {
  const ranges: Range[] = []
  walk(tree, ({ type, position }) => {
    if (type === 'code' || type === 'inlineCode') ranges.push([position?.start.offset ?? 0, position?.end.offset ?? 0])
  })
  return ranges
}

/** Types of inline nodes. The text of all other nodes starts on a new line. */
const INLINE =
  /^(?:text|inlineCode|html|emphasis|strong|delete|link|linkReference|image|imageReference|footnoteReference)$/

/** Returns a node's visible text. Omits images. Also omits HTML, because pages do not show it. */
export function extractPlainText(node: Nodes): string {
  if (node.type === 'html' || node.type === 'definition') return ''
  if ('value' in node) return node.type === 'code' ? `\n${node.value}` : node.value
  const inner = 'children' in node ? node.children.map(extractPlainText).join('') : ''
  return INLINE.test(node.type) ? inner : `\n${inner}`
}
