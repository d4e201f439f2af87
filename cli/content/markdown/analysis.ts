import type { Code, Definition, Image, Link, Nodes, Root, Table } from 'mdast'
import type { Edit } from '../../diagnostics/edit.ts'
import type { Range } from '../../diagnostics/location.ts'
import { CALLOUT_MARKER, listBracedNames, listLeftoverMarkup, listMarkup, type Mark } from '../literal-markup.ts'
import type { HtmlToken } from './html-tags.ts'
import {
  listShownTexts,
  listUnsupportedSyntax,
  OPAQUE,
  readHtmlText,
  type ShownText,
  type unsupportedKinds,
} from './shown-text.ts'
import { walk } from './tree.ts'

/** Analysis of Markdown text for the checks, cached with the rendered HTML. */
export interface MarkdownAnalysis {
  links: MarkdownLink[]
  /** All anchors in the text. */
  ids: string[]
  problems: MarkupProblem[]
  /** Code blocks and code spans. Offsets refer to the text that was parsed. */
  code: Range[]
}

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

/** HTML, or markup whose result is probably not what the author intended. Offsets refer to the text that was parsed. */
export interface MarkupProblem {
  kind:
    | 'html'
    | 'mark'
    | 'address'
    | 'emphasis'
    | 'callout'
    | 'cells'
    | 'fence'
    | 'title'
    | 'no-title'
    | 'no-words'
    | 'braces'
    | (typeof unsupportedKinds)[number]
  start: number
  end: number
  /** The unambiguous correction, if there is one. */
  fix?: Edit[]
  /** Message and help that replace those of the kind. */
  message?: string
  help?: string
}

/** Lists the links and images in parsed text. Reference links are listed at their definition. */
export function listLinks(tree: Root, text: string): MarkdownLink[] {
  const links: MarkdownLink[] = []
  const alone = new Set<Nodes>(
    tree.children.flatMap((block) => (block.type === 'paragraph' && block.children.length === 1 ? block.children : [])),
  )
  const pictured = new Map<string, { alt: string; alone: boolean }>()
  walk(tree, (node) => {
    if (node.type !== 'imageReference') return
    const others = pictured.get(node.identifier)?.alone ?? true
    pictured.set(node.identifier, { alt: node.alt ?? '', alone: others && alone.has(node) })
  })
  walk(tree, (node) => {
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
  return links
}

function rangeOf({ position }: Nodes) {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 }
}

function addressRange(node: Link | Image | Definition, text: string) {
  const range = rangeOf(node)
  const offset = text.slice(range.start, range.end).lastIndexOf(node.url)
  return offset < 0 ? range : { start: range.start + offset, end: range.start + offset + node.url.length }
}

const INSIDE_HTML = {
  message: 'Markdown directly inside HTML is not parsed: visitors would see it as written',
  help: 'Put an empty line before and after the Markdown, or write it as HTML.',
}

/** Lists the markup in text inside blocks of HTML. */
export function listMarkupInHtml(texts: readonly HtmlToken[], source: string): MarkupProblem[] {
  return texts.flatMap((token) =>
    listLeftovers(readHtmlText(token, source)).map((problem) =>
      problem.kind === 'braces' ? problem : { kind: 'mark', start: problem.start, end: problem.end, ...INSIDE_HTML },
    ),
  )
}

/** Lists Markdown syntax that had no effect and is shown literally, or that swallowed the text after it. */
export function listMarkupProblems(tree: Root, text: string): MarkupProblem[] {
  const problems: MarkupProblem[] = []
  const add = (kind: MarkupProblem['kind'], start: number, end: number) => problems.push({ kind, start, end })
  walk(tree, (node) => {
    const { start, end } = rangeOf(node)
    const written = text.slice(start, end)
    if (node.type === 'heading' && node.children.length === 0) add('no-title', start, end)
    else if (node.type === 'heading' && node.depth === 1) add('title', start, end)
    if (node.type === 'link' && node.children.length === 0) add('no-words', start, end)
    if (node.type === 'code' && isOpen(node, written)) add('fence', start, start + written.search(/\n|$/))
    if (node.type === 'image' && node.title) {
      // Captions are plain text. A title with a backslash, which can escape marks, does not appear verbatim.
      const at = written.lastIndexOf(node.title)
      if (at >= 0)
        for (const mark of listMarkup(node.title)) add('mark', start + at + mark.start, start + at + mark.end)
    }
    if (node.type === 'table') for (const [from, to] of listSpareCells(node)) add('cells', from, to)
  })
  for (const shown of listShownTexts(tree, text)) problems.push(...listLeftovers(shown))
  return problems
}

/** Lists the markup in a shown text. Good text contains none, because escaped characters are opaque. */
function listLeftovers(shown: ShownText): MarkupProblem[] {
  const { text, starts, ends, nodes } = shown
  const rangeOf = (mark: { start: number; end: number }) => ({
    start: starts[mark.start] ?? 0,
    end: ends[mark.end - 1] ?? 0,
  })
  // Readers see `<`, formatted text and `>` as text.
  const marks = listLeftoverMarkup(text).filter(
    (mark) => !mark.text.startsWith('<') || nodes[mark.start] === nodes[mark.end - 1],
  )
  const unsupported = listUnsupportedSyntax(text).filter(({ start, end }) =>
    marks.every((mark) => end <= mark.start || mark.end <= start),
  )
  return [
    ...marks.map((mark): MarkupProblem => {
      if (CALLOUT_MARKER.test(mark.text)) return { kind: 'callout', ...rangeOf(mark) }
      return findMisplacedEmphasis(shown, mark) ?? findBareAddress(shown, mark) ?? { kind: 'mark', ...rangeOf(mark) }
    }),
    ...unsupported.map((found): MarkupProblem => {
      const range = rangeOf(found)
      const { kind, replacement } = found
      return { kind, ...range, ...(replacement !== undefined && { fix: [{ ...range, text: replacement }] }) }
    }),
    ...listBracedNames(text).map((found): MarkupProblem => ({ kind: 'braces', ...rangeOf(found) })),
  ]
}

/** Matches punctuation, but not opaque characters. */
const PUNCTUATION = String.raw`[[\p{P}\p{S}]--\uFFFC]+`

/** Finds emphasis between punctuation and a letter, which Markdown ignores. The fix moves the punctuation outside. */
function findMisplacedEmphasis({ text, starts, ends }: ShownText, mark: Mark): MarkupProblem | undefined {
  const [, marker = '', inner = ''] = /^(\*\*|\*|~~)([^*~]+)\1$/.exec(mark.text) ?? []
  const [opening = ''] = new RegExp(`^${PUNCTUATION}`, 'v').exec(inner) ?? []
  const [closing = ''] = new RegExp(`${PUNCTUATION}$`, 'v').exec(inner) ?? []
  const isWord = (character = '') => /[\p{L}\p{M}\p{N}]/u.test(character)
  const opens = opening !== '' && isWord(text[mark.start - 1])
  const closes = closing !== '' && isWord(text[mark.end])
  if (!opens && !closes) return undefined
  const fix: Edit[] = []
  const move = (from: number, to: number) => {
    const last = from + marker.length - 1
    fix.push({ start: starts[from] ?? 0, end: ends[last] ?? 0, text: '' })
    fix.push({ start: starts[to] ?? 0, end: starts[to] ?? 0, text: marker })
  }
  const end = mark.end - marker.length
  if (opens) move(mark.start, mark.start + marker.length + opening.length)
  if (closes) move(end, end - closing.length)
  const range = { start: starts[mark.start] ?? 0, end: ends[mark.end - 1] ?? 0 }
  const isEmpty = opening.length + closing.length >= inner.length
  return { kind: 'emphasis', ...range, ...(!isEmpty && { fix }) }
}

/** Finds a link or image whose address contains spaces. The fix puts the address into angle brackets. */
function findBareAddress({ text, starts, ends }: ShownText, { start, end }: Mark): MarkupProblem | undefined {
  const [, before = '', address] = /^(!?\[[^[\]]*\]\()([^<>"]*)\)$/.exec(text.slice(start, end)) ?? []
  if (address === undefined || !/\s/.test(address.trim())) return undefined
  const from = starts[start + before.length] ?? 0
  const to = ends[end - 2] ?? 0
  const isAddress = /^(?:\.{0,2}\/|#|https?:\/\/)/.test(address) && !address.includes(OPAQUE)
  const fix = [
    { start: from, end: from, text: '<' },
    { start: to, end: to, text: '>' },
  ]
  return { kind: 'address', start: starts[start] ?? 0, end: ends[end - 1] ?? 0, ...(isAddress && { fix }) }
}

/** Reports whether a fenced code block is never closed, which turns all text after it into code. */
function isOpen({ position }: Code, written: string): boolean {
  const [, fence] = /^(`{3,}|~{3,})/.exec(written) ?? []
  if (!fence || !position) return false
  const last = written.slice(written.lastIndexOf('\n') + 1).replace(/^[>\s]+/, '')
  return position.start.line === position.end.line || !last.startsWith(fence) || /[^`~\s]/.test(last)
}

/** Lists the table cells that the page omits because they are beyond the last header column. */
function listSpareCells({ children: [head, ...rows] }: Table): [number, number][] {
  const columns = head?.children.length ?? 0
  return rows.flatMap(({ children }): [number, number][] => {
    const first = children[columns]?.position
    const last = children.at(-1)?.position
    return first && last ? [[first.start.offset ?? 0, last.end.offset ?? 0]] : []
  })
}
