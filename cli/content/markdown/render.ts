import { figureName, figureSlot } from '@northshelf/site/drawings/figure-slot.ts'
import type { Heading } from '@northshelf/site/entries/entry.ts'
import { PAGE_IDS } from '@northshelf/site/schema/blocks.ts'
import { isFigure } from '@northshelf/site/schema/figure.ts'
import { schemes } from '@northshelf/site/schema/text.ts'
import GithubSlugger from 'github-slugger'
import type { Element, Nodes, Root } from 'hast'
import { defaultSchema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { toString as textOf } from 'hast-util-to-string'
import type { Root as Markdown, Nodes as MarkdownNodes } from 'mdast'
import { toHast } from 'mdast-util-to-hast'
import { COMPARED } from '../marks.ts'
import { listLinks } from './links.ts'
import { parseMarkdown } from './parse.ts'
import type { Rendered } from './rendered.ts'
import { listTroubles } from './suspicious-markup.ts'
import { walk } from './walk.ts'

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

/** The rendering itself, without the cache. */
export function renderMarkdown(text: string): Rendered {
  return renderTree(parseMarkdown(text), text)
}

/** @param parsed what a parser made of the text, with positions */
export function renderTree(parsed: Markdown, text: string): Rendered {
  keepComparisons(parsed)
  const found = { ...listLinks(parsed, text), troubles: listTroubles(parsed, text) }
  const tree = sanitize(toHast(parsed), allowed) as Root
  const slugger = new GithubSlugger()
  for (const id of PAGE_IDS) slugger.slug(id)
  const headings: Heading[] = []
  const ids: string[] = []
  const tables: Element[] = []
  walk<Nodes>(tree, (node) => {
    if (node.type !== 'element') return
    const { tagName, properties } = node
    if (/^h[1-6]$/.test(tagName)) properties.id ||= idOf(textOf(node), slugger)
    if (properties.id) ids.push(String(properties.id))
    if (tagName === 'h2') headings.push({ id: String(properties.id ?? ''), text: textOf(node) })
    if (tagName === 'table') tables.push(node)
  })
  for (const table of tables) makeScrollable(table)
  makeFigureSlots(tree)
  const words = textOf(tree).match(/\S+/g)?.length ?? 0
  return { html: toHtml(tree), headings, words, found: { ...found, ids } }
}

const COMPARISON = new RegExp(`^<(?:${COMPARED})$`, 'i')

/** Makes text of what is HTML by its form alone, such as `<y and z>` in `x<y and z>w`, so that it is not left out. */
function keepComparisons(tree: Markdown): void {
  walk<MarkdownNodes>(tree, (node) => {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell')
      for (const [index, { type, position, ...inner }] of node.children.entries())
        if (type === 'html' && 'value' in inner && COMPARISON.test(inner.value))
          node.children[index] = { type: 'text', value: inner.value, ...(position && { position }) }
  })
}

/** Returns the id of a heading, which may hold signs alone, such as an emoji. */
function idOf(text: string, slugger: GithubSlugger): string {
  return slugger.slug(text.replace(/[^\p{L}\p{N}]+/gu, '') === '' ? 'section' : text)
}

/** A drawn figure on a line of its own leaves an empty element, which whoever shows the text fills. */
function makeFigureSlots(tree: Root) {
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

/**
 * Wraps a table so that it scrolls sideways on a small screen. Without a tabindex: most tables never scroll, and
 * browsers other than Safari make those that do a tab stop.
 */
function makeScrollable(table: Element) {
  markCells(table)
  table.children = [{ ...table }]
  table.tagName = 'div'
  table.properties = { className: ['tbl'] }
}

/** Marks header cells with their scope, and the cells of columns that hold figures. */
function markCells(table: Element): void {
  const rows: Element[] = []
  walk<Nodes>(table, (node) => {
    if (node.type === 'element' && node.tagName === 'tr') rows.push(node)
  })
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
}
