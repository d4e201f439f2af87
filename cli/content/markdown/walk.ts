/** Calls `see` with a node of a tree and all that is below it, parents first. What `see` puts below its node is seen, too. */
export function walk<Node extends object>(node: Node, see: (node: Node) => void): void {
  see(node)
  if ('children' in node) for (const child of node.children as Node[]) walk(child, see)
}
