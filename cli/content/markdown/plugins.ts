import type { Heading } from '@northshelf/site/entries/entry.ts'
import { RESERVED_IDS } from '@northshelf/site/schema/blocks.ts'
import GithubSlugger from 'github-slugger'
import type { Root } from 'mdast'
import type { VFile } from 'vfile'
import { COMPARISON_PATTERN } from '../literal-markup.ts'
import { FOOTNOTES } from './footnotes.ts'
import { extractPlainText, walk } from './tree.ts'

const COMPARISON = new RegExp(`^<(?:${COMPARISON_PATTERN})$`, 'i')

/** Plugin: converts nodes that only look like HTML, such as `<y and z>` in `x<y and z>w`, back to text. */
export function remarkComparisons() {
  return (tree: Root) =>
    walk(tree, (node) => {
      if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell')
        for (const [index, { type, position, ...inner }] of node.children.entries())
          if (type === 'html' && 'value' in inner && COMPARISON.test(inner.value))
            node.children[index] = { type: 'text', value: inner.value, ...(position && { position }) }
    })
}

/** Returns a function that returns a unique id for each heading of a text, in order. */
export function createHeadingIds(): (heading: string) => string {
  const slugger = new GithubSlugger()
  for (const id of RESERVED_IDS) slugger.slug(id)
  // Use `section` for a heading without letters or digits, such as an emoji.
  return (heading) => slugger.slug(/[\p{L}\p{N}]/u.test(heading) ? heading : 'section')
}

/** Plugin: sets a unique id on every heading, and stores the headings and ids in the vfile's data. */
export function remarkHeadings() {
  return (tree: Root, { data }: VFile) => {
    const createId = createHeadingIds()
    const found: Heading[] = []
    const ids: string[] = []
    let hasNotes = false
    walk(tree, (node) => {
      if (node.type === 'footnoteReference') hasNotes = true
      if (node.type !== 'heading') return
      const text = extractPlainText(node).trim()
      const id = createId(text)
      node.data = { ...node.data, hProperties: { id } }
      ids.push(id)
      if (node.depth === 2) found.push({ id, text })
    })
    if (hasNotes) {
      found.push(FOOTNOTES)
      ids.push(FOOTNOTES.id)
    }
    Object.assign(data, { headings: found, ids })
  }
}
