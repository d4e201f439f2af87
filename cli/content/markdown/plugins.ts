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

/** Plugin: sets a unique id on every heading, and stores the headings and ids in the vfile's data. */
export function remarkHeadings() {
  return (tree: Root, { data }: VFile) => {
    const slugger = new GithubSlugger()
    for (const id of RESERVED_IDS) slugger.slug(id)
    const found: Heading[] = []
    const ids: string[] = []
    let hasNotes = false
    walk(tree, (node) => {
      if (node.type === 'footnoteReference') hasNotes = true
      if (node.type !== 'heading') return
      const text = extractPlainText(node).trim()
      // Use `section` for a heading without letters or digits, such as an emoji.
      const id = slugger.slug(/[\p{L}\p{N}]/u.test(text) ? text : 'section')
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
