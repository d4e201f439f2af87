import type { Nodes } from 'mdast'

/** Nodes that continue the line they are in; the text of all others begins a new one. */
const INLINE =
  /^(?:text|inlineCode|html|emphasis|strong|delete|link|linkReference|image|imageReference|footnoteReference)$/

/** Returns the text that a node shows: without HTML, which is left out of the page, and without pictures. */
export function plainText(node: Nodes): string {
  if (node.type === 'html' || node.type === 'definition') return ''
  if ('value' in node) return node.type === 'code' ? `\n${node.value}` : node.value
  const inner = 'children' in node ? node.children.map(plainText).join('') : ''
  return INLINE.test(node.type) ? inner : `\n${inner}`
}
