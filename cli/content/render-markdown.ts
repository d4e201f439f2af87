import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import remarkRehype from 'remark-rehype'
import { SKIP, visit } from 'unist-util-visit'
import { figureName, figureSlot } from '../../src/drawings/figure-slot.ts'
import { isFigure } from '../../src/schema/figure.ts'
import { schemes } from '../../src/schema/text.ts'
import type { Heading } from '../../src/sections/view.ts'
import type { Rendered } from './markdown.ts'
import { listLinks } from './markdown-links.ts'
import { listTroubles } from './markdown-troubles.ts'

/** Nothing but what is safe, and `figure:`, which leads nowhere: what it names is drawn in its place. Links lead where fields may. */
const allowed = {
  ...defaultSchema,
  clobberPrefix: '',
  protocols: {
    ...defaultSchema.protocols,
    href: [...schemes],
    src: [...(defaultSchema.protocols?.src ?? []), 'figure'],
  },
}

const processor = remark()
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize, allowed)
  .use(rehypeSlug)
  .use(scrollableTables)
  .use(figureSlots)
  .use(rehypeStringify)

/** The rendering itself, without the cache. */
export async function renderMarkdown(text: string): Promise<Rendered> {
  const parsed = processor.parse(text)
  const tree = (await processor.run(parsed)) as Root
  const headings: Heading[] = []
  const ids: string[] = []
  visit(tree, 'element', (node: Element) => {
    if (node.properties.id) ids.push(String(node.properties.id))
    if (node.tagName === 'h2') headings.push({ id: String(node.properties.id ?? ''), text: textOf(node) })
  })
  const words = textOf(tree).split(/\s+/).filter(Boolean).length
  return {
    html: processor.stringify(tree),
    headings,
    words,
    found: { ...listLinks(parsed, text), ids, troubles: listTroubles(parsed, text) },
  }
}

/** A drawn figure on a line of its own leaves an empty element, which whoever shows the text fills. */
function figureSlots() {
  return (tree: Root) => {
    for (const block of tree.children) {
      if (block.type !== 'element' || block.tagName !== 'p' || block.children.length !== 1) continue
      const [only] = block.children
      if (only?.type !== 'element' || only.tagName !== 'img') continue
      const name = figureName(String(only.properties.src))
      if (name === undefined) continue
      block.tagName = 'figure'
      block.properties = figureSlot(name, String(only.properties.alt ?? ''))
      block.children = []
    }
  }
}

/** A table scrolls sideways inside its own region on a small screen, and can be reached by keyboard. */
function scrollableTables() {
  return (tree: Root) => {
    let count = 0
    visit(tree, 'element', (node: Element, index, parent) => {
      if (node.tagName !== 'table' || !parent || index === undefined) return undefined
      count += 1
      const headings = nameCells(node)
      parent.children[index] = {
        type: 'element',
        tagName: 'div',
        properties: { className: ['tbl'], role: 'region', tabIndex: 0, ariaLabel: headings.join(', ') || `${count}` },
        children: [node],
      }
      return SKIP
    })
  }
}

/** Says which cells are headings of what and which columns hold figures, and returns the column headings. */
function nameCells(table: Element): string[] {
  const rows: Element[] = []
  visit(table, { type: 'element', tagName: 'tr' }, (row: Element) => void rows.push(row))
  const cellsOf = (row: Element) => row.children.filter((child): child is Element => child.type === 'element')
  const [head, ...body] = rows.map(cellsOf)
  for (const cell of head ?? []) cell.properties.scope = 'col'
  for (const [column] of (head ?? []).entries()) {
    const cells = body.flatMap((row) => row[column] ?? [])
    const texts = cells.map(textOf).filter(Boolean)
    // The first column names the rows.
    if (column === 0 || texts.filter(isFigure).length <= texts.length / 2) continue
    for (const cell of [head?.[column], ...cells]) if (cell) cell.properties.className = ['num']
  }
  // An empty corner means that the first column names the rows.
  const corner = head?.[0]
  if (corner && !textOf(corner)) {
    corner.tagName = 'td'
    delete corner.properties.scope
    for (const [first] of body) {
      if (!first) continue
      first.tagName = 'th'
      first.properties.scope = 'row'
    }
  }
  return (head ?? []).map(textOf).filter(Boolean)
}
