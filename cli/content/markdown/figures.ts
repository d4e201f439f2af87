import { createFigureSlot, parseFigureName } from '@northshelf/site/drawings/figure-slot.ts'
import type { Nodes, Root } from 'mdast'
import { walk } from './walk.ts'

/**
 * Plugin: replaces a paragraph that contains only a `figure:` image with an empty element, which the page template
 * fills.
 */
export function remarkFigures() {
  return (tree: Root) => {
    const addresses = new Map<string, string>()
    walk<Nodes>(tree, (node) => {
      if (node.type === 'definition' && !addresses.has(node.identifier)) addresses.set(node.identifier, node.url)
    })
    for (const block of tree.children) {
      if (block.type !== 'paragraph' || block.children.length !== 1) continue
      const [only] = block.children
      if (only?.type !== 'image' && only?.type !== 'imageReference') continue
      const name = parseFigureName(only.type === 'image' ? only.url : (addresses.get(only.identifier) ?? ''))
      if (name === undefined) continue
      block.data = { hName: 'figure', hProperties: createFigureSlot(name, only.alt ?? ''), hChildren: [] }
    }
  }
}
