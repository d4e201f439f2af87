/** Calls `visit` for a node and all its descendants, parents first. Includes children that `visit` adds. */
export function walk<Node extends object>(node: Node, visit: (node: Node) => void): void {
  visit(node)
  if ('children' in node) for (const child of node.children as Node[]) walk(child, visit)
}
