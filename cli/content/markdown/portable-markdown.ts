import { parseFigureName } from '@northshelf/site/drawings/figure-slot.ts'
import { escapeMarkdown } from '@northshelf/site/schema/markdown.ts'
import type { Definition, Image, Link, Nodes } from 'mdast'
import { applyEdits, type Edit } from '../../diagnostics/edit.ts'
import { listLoneImages } from './figures.ts'
import { escapeHtml, type HtmlToken, listHtmlTokens } from './html-tags.ts'
import { parseMarkdown, remarkComparisons } from './render.ts'
import { isSupportedHtml } from './safe-html.ts'
import { walk } from './tree.ts'

export interface PortableOptions {
  /** Returns the absolute form of an address, or the same address if it is absolute. */
  resolve(address: string): string
  /** Returns Markdown that replaces a drawing. An empty `alt` or `caption` is that of the drawing. */
  describeFigure(name: string, alt: string, caption: string): string
}

/**
 * Returns Markdown that other programs can display: makes addresses absolute, replaces drawings, and removes comments and
 * HTML that pages do not show either. All other text stays as written.
 */
export function makePortable(source: string, { resolve, describeFigure }: PortableOptions): string {
  const text = source.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
  const tree = parseMarkdown(text)
  remarkComparisons()(tree)
  const figures = new Map<Nodes, string>()
  for (const { block, url, alt, title } of listLoneImages(tree)) {
    const name = parseFigureName(url)
    if (name !== undefined) figures.set(block, describeFigure(name, alt, title))
  }
  /** Comments without which two lists, or two parts of a list item, would become one. */
  const separators = new Set<Nodes>()
  walk(tree, (node) => {
    if (!('children' in node)) return
    for (const [index, child] of node.children.entries()) {
      const isBetweenLists = [index - 1, index + 1].every((at) => node.children[at]?.type === 'list')
      if (child.type === 'html' && (isBetweenLists || node.type === 'listItem')) separators.add(child)
    }
  })
  const edits: Edit[] = []
  walk(tree, (node) => {
    const start = node.position?.start.offset ?? 0
    const end = node.position?.end.offset ?? 0
    const replace = (value: string, from = start) => edits.push({ start: from, end, text: value })
    const figure = figures.get(node)
    if (figure !== undefined) return replace(figure)
    if (node.type === 'html') {
      const tokens = isSupportedHtml(node, text) ? listHtmlTokens(node, text) : []
      if (tokens.some(({ kind }) => kind === 'open' || kind === 'close')) {
        edits.push(...tokens.flatMap((token) => listHtmlEdits(token, resolve)))
        return
      }
      const kept = separators.has(node) ? text.slice(start, end).replace(/^<!--[\s\S]*-->/, '<!-- -->') : ''
      return replace(kept)
    }
    if (!('url' in node)) return
    if (node.type === 'definition' && parseFigureName(node.url) !== undefined) return replace('')
    const url = resolve(node.url)
    if (url === node.url) return
    if (node.type === 'image') replace(`![${escapeMarkdown(node.alt ?? '')}]${formatTarget(node, url)}`)
    else if (node.type === 'link') {
      const closing = node.children.at(-1)?.position?.end.offset ?? start + 1
      replace(`]${formatTarget(node, url)}`, closing)
    } else {
      const [label = ''] = /^\[(?:\\[\s\S]|[^\\\]])*\]:/.exec(text.slice(start, end)) ?? []
      replace(`${label} ${formatTarget(node, url).slice(1, -1)}`)
    }
  })
  return applyEdits(text, edits)
    .replace(/^\s*\n/, '')
    .trimEnd()
}

/** Returns the edits that remove a comment, or make the address of a tag absolute. */
function listHtmlEdits({ kind, attributes, start, end }: HtmlToken, resolve: PortableOptions['resolve']): Edit[] {
  if (kind === 'other') return [{ start, end, text: '' }]
  return attributes.flatMap(({ name, value, ...range }) => {
    const url = name === 'href' || name === 'src' ? resolve(value) : value
    return url === value ? [] : [{ start: range.start, end: range.end, text: `${name}="${escapeHtml(url)}"` }]
  })
}

/** Returns an address and its title in parentheses. Escapes pipes, because they would end a table cell. */
function formatTarget({ title }: Link | Image | Definition, url: string): string {
  const escaped = url.replace(/&(?=#?\w+;)/g, '&amp;')
  const address = /[()]/.test(escaped) ? `<${escaped}>` : escaped
  const label = title ? ` "${title.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')}"` : ''
  return `(${address}${label})`.replaceAll('|', '\\|')
}
