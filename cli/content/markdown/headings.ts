import type { Heading } from '@northshelf/site/entries/entry.ts'
import type { Labels } from '@northshelf/site/entries/labels.ts'
import { RESERVED_IDS } from '@northshelf/site/schema/blocks.ts'
import GithubSlugger from 'github-slugger'
import type { Root } from 'mdast'
import type { VFile } from 'vfile'
import { escapeHtml } from './html-tags.ts'
import { extractPlainText, walk } from './tree.ts'

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

/** The heading that `mdast-util-to-hast` writes above footnotes. */
const FOOTNOTES: Heading = { id: 'footnote-label', text: 'Footnotes' }
/** The heading, and the name of each link from a footnote back to the text. */
const WORDS = / id="footnote-label">(?<heading>Footnotes)|(?<= aria-label=")Back to reference (?<reference>[\d-]+)/g

/** Replaces the English words around footnotes, which `mdast-util-to-hast` writes, with those of the site. */
export function labelFootnotes<T extends { html: string; headings: Heading[] }>(rendered: T, labels: Labels): T {
  const { html, headings } = rendered
  if (!headings.some(({ id }) => id === FOOTNOTES.id)) return rendered
  return {
    ...rendered,
    html: html.replace(WORDS, (_, heading, reference) =>
      heading
        ? ` id="${FOOTNOTES.id}">${escapeHtml(labels.footnotes)}`
        : escapeHtml(labels.backToReference.replace('{n}', reference)),
    ),
    headings: headings.map((heading) =>
      heading.id === FOOTNOTES.id ? { ...heading, text: labels.footnotes } : heading,
    ),
  }
}
