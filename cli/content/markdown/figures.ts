import { createFigureSlot, parseFigureName } from '@northshelf/site/drawings/figure-slot.ts'
import type { Definition, Parent, Root, Text } from 'mdast'
import { walk } from './tree.ts'

/** Classes that this plugin sets. `sanitize` allows them. */
export const figureClasses = { figure: 'captioned', caption: 'cap' }

/**
 * Plugin: replaces a paragraph that contains only a `figure:` image with an empty element for the page template, and one
 * that contains only an image with a title with a figure. The title becomes the caption.
 */
export function remarkFigures() {
  return (tree: Root) => {
    for (const { block, url, alt, title } of listLoneImages(tree)) {
      const name = parseFigureName(url)
      if (name !== undefined) {
        block.data = { hName: 'figure', hProperties: createFigureSlot(name, alt, title), hChildren: [] }
      } else if (title) {
        block.data = { hName: 'figure', hProperties: { className: [figureClasses.figure] } }
        block.children = [{ type: 'image', url, alt }, createCaption(title)]
      }
    }
  }
}

/** Lists the top-level paragraphs that contain only an image. */
export function listLoneImages(tree: Root) {
  const definitions = new Map<string, Definition>()
  walk(tree, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node)
  })
  return tree.children.flatMap((block) => {
    if (block.type !== 'paragraph' || block.children.length !== 1) return []
    const [only] = block.children
    if (only?.type !== 'image' && only?.type !== 'imageReference') return []
    const source = only.type === 'image' ? only : definitions.get(only.identifier)
    return source ? [{ block, url: source.url, title: source.title ?? '', alt: only.alt ?? '' }] : []
  })
}

function createCaption(value: string): Caption {
  const data = { hName: 'figcaption', hProperties: { className: [figureClasses.caption] } }
  return { type: 'caption', data, children: [{ type: 'text', value }] }
}

interface Caption extends Parent {
  type: 'caption'
  data: { hName: string; hProperties: { className: string[] } }
  children: [Text]
}
declare module 'mdast' {
  interface RootContentMap {
    caption: Caption
  }
  interface PhrasingContentMap {
    caption: Caption
  }
}
