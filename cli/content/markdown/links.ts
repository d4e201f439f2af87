import type { Definition, Image, Link, Nodes, Root } from 'mdast'
import { walk } from './walk.ts'

/** A link or an image of a text. Offsets count in the text that was parsed. */
export interface MarkdownLink {
  kind: 'link' | 'image'
  address: string
  /** What an image says to those who do not see it; undefined for links. */
  alt?: string | undefined
  /** Of an image: nothing else is in its paragraph, and its paragraph in nothing else. */
  alone?: boolean
  /** Range of the address where it stands as it is, else of the whole link. */
  start: number
  end: number
}

/**
 * Links, images and HTML of a parsed text. `[text][name]` counts where `name` is defined, HTML where it opens.
 * Comments are no HTML: they are meant to be left out.
 */
export function listLinks(tree: Root, text: string) {
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
    if (node.type === 'html' && !/^<(?:!--[\s\S]*-->$|\/)/.test(node.value)) html.push(wholeRange(node))
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

function wholeRange({ position }: Nodes) {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 }
}

function addressRange(node: Link | Image | Definition, text: string) {
  const whole = wholeRange(node)
  const at = text.slice(whole.start, whole.end).lastIndexOf(node.url)
  return at < 0 ? whole : { start: whole.start + at, end: whole.start + at + node.url.length }
}
