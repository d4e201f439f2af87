import type { Heading } from '@northshelf/site/entries/entry.ts'
import { RESERVED_IDS } from '@northshelf/site/schema/blocks.ts'
import GithubSlugger from 'github-slugger'
import type { Nodes, Root } from 'mdast'
import type { VFile } from 'vfile'
import { extractPlainText } from './plain-text.ts'
import { walk } from './walk.ts'

/** The heading that `mdast-util-to-hast` writes above footnotes. */
const FOOTNOTES: Heading = { id: 'footnote-label', text: 'Footnotes' }

/** Plugin: sets a unique id on every heading, and stores the headings and ids in the vfile's data. */
export function remarkHeadings() {
  return (tree: Root, { data }: VFile) => {
    const slugger = new GithubSlugger()
    for (const id of RESERVED_IDS) slugger.slug(id)
    const found: Heading[] = []
    const ids: string[] = []
    let hasNotes = false
    walk<Nodes>(tree, (node) => {
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
