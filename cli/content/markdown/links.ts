import type { Definition, Image, Link, Nodes, Root } from 'mdast'
import { walk } from './walk.ts'

/** A link or image. Offsets refer to the text that was parsed. */
export interface MarkdownLink {
  kind: 'link' | 'image'
  address: string
  /** Alternative text of an image; undefined for links. */
  alt?: string | undefined
  /** Whether an image is the only content of a top-level paragraph; undefined for links. */
  alone?: boolean
  /** Start of the address, or of the whole link if the address does not appear verbatim in the text. */
  start: number
  end: number
}

/**
 * Lists the links, images and HTML in parsed text. Reference links are listed at their definition, and HTML elements at
 * their opening tag. Omits HTML comments, which authors do not expect to see on the page.
 */
export function collectLinksAndHtml(tree: Root, text: string) {
  const links: MarkdownLink[] = []
  const html: { start: number; end: number }[] = []
  const alone = new Set<Nodes>(
    tree.children.flatMap((block) => (block.type === 'paragraph' && block.children.length === 1 ? block.children : [])),
  )
  const pictured = new Map<string, { alt: string; alone: boolean }>()
  walk<Nodes>(tree, (node) => {
    if (node.type !== 'imageReference') return
    const others = pictured.get(node.identifier)?.alone ?? true
    pictured.set(node.identifier, { alt: node.alt ?? '', alone: others && alone.has(node) })
  })
  walk<Nodes>(tree, (node) => {
    if (node.type === 'html' && !/^<(?:!--[\s\S]*-->$|\/)/.test(node.value)) html.push(rangeOf(node))
    if (node.type === 'link') links.push({ kind: 'link', address: node.url, ...addressRange(node, text) })
    if (node.type === 'image') {
      const picture = { alt: node.alt ?? '', alone: alone.has(node) }
      links.push({ kind: 'image', address: node.url, ...picture, ...addressRange(node, text) })
    }
    if (node.type === 'definition') {
      const picture = pictured.get(node.identifier)
      links.push({ kind: picture ? 'image' : 'link', address: node.url, ...picture, ...addressRange(node, text) })
    }
  })
  return { links, html }
}

function rangeOf({ position }: Nodes) {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 }
}

function addressRange(node: Link | Image | Definition, text: string) {
  const range = rangeOf(node)
  const offset = text.slice(range.start, range.end).lastIndexOf(node.url)
  return offset < 0 ? range : { start: range.start + offset, end: range.start + offset + node.url.length }
}
