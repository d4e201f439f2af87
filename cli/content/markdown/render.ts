import type { Heading } from '@northshelf/site/entries/entry.ts'
import { urlSchemes } from '@northshelf/site/schema/text.ts'
import type { Element, Nodes as HastNodes, Root as HastRoot } from 'hast'
import { raw } from 'hast-util-raw'
import { defaultSchema, type Schema } from 'hast-util-sanitize'
import type { Html, Paragraph, Root } from 'mdast'
import { defaultHandlers, type Handlers } from 'mdast-util-to-hast'
import { remark } from 'remark'
import remarkHtml from 'remark-html'
import type { Pluggable, Processor } from 'unified'
import type { VFile } from 'vfile'
import { exitCodes, Failure } from '../../diagnostics/failure.ts'
import type { Range } from '../../diagnostics/location.ts'
import { COMPARISON_PATTERN } from '../literal-markup.ts'
import { listLinks, listMarkupInHtml, listMarkupProblems, type MarkdownAnalysis } from './analysis.ts'
import { calloutClasses, remarkCallouts } from './callouts.ts'
import { codeClasses, remarkCode } from './code.ts'
import { figureClasses, remarkFigures } from './figures.ts'
import { remarkHeadings } from './headings.ts'
import { analyzeHtml } from './html-checks.ts'
import { blockElements, phrasingElements, remarkSafeHtml } from './safe-html.ts'
import { cellClasses, remarkTables, tableClasses } from './tables.ts'
import { extractPlainText, listCode, walk } from './tree.ts'

const { markdownToMdast } = await import('satteri').catch(() => {
  throw new Failure(
    `The Markdown parser "satteri" is not installed for this system (${process.platform} ${process.arch}). Run "npm ci".
If that does not help, install the portable build: npm install --no-save --force @bruits/satteri-wasm32-wasi`,
    exitCodes.cannotRun,
  )
})

export interface RenderedMarkdown {
  html: string
  /** Second-level headings, for the table of contents. */
  headings: Heading[]
  words: number
  analysis: MarkdownAnalysis
}

const { attributes, protocols, tagNames } = defaultSchema

/**
 * Allows safe HTML, the output of this project's plugins, and `figure:` image URLs, which are later replaced with
 * drawings. Links may use the same schemes as link fields.
 */
const sanitize: Schema = {
  ...defaultSchema,
  clobberPrefix: '',
  tagNames: [...(tagNames ?? []), ...phrasingElements, ...blockElements],
  attributes: {
    ...attributes,
    abbr: ['title'],
    dfn: ['title'],
    aside: [
      ['className', ...Object.values(calloutClasses)],
      ['role', 'note'],
    ],
    div: [...(attributes?.div ?? []), ['className', tableClasses.wrapper]],
    figcaption: [['className', figureClasses.caption]],
    figure: ['dataFigure', 'dataAlt', 'dataCaption', ['className', figureClasses.figure]],
    p: [['className', calloutClasses.label]],
    span: [['className', ...Object.values(codeClasses)]],
    td: [['className', ...cellClasses]],
    th: [['className', ...cellClasses]],
  },
  protocols: { ...protocols, href: [...urlSchemes], src: [...(protocols?.src ?? []), 'figure'] },
}

/**
 * Parses the HTML in Markdown with the rest of its paragraph, or of the document. Without HTML, the tree stays as it is.
 * Paragraphs are parsed on their own because footnotes are not part of the document's root.
 */
const handlers: Handlers = {
  html: (_, { value }: Html) => (value === '' ? undefined : { type: 'raw', value }),
  paragraph: (state, node: Paragraph) => parseRawHtml(defaultHandlers.paragraph(state, node)),
  root: (state, node: Root) => parseRawHtml(defaultHandlers.root(state, node) as HastRoot) as never,
}

function parseRawHtml<T extends Element | HastRoot>(tree: T): T {
  return hasRawHtml(tree) ? (raw(tree) as T) : tree
}

function hasRawHtml(node: HastNodes): boolean {
  return node.type === 'raw' || ('children' in node && node.children.some(hasRawHtml))
}

/** Returns a function that renders Markdown into safe HTML. @param parser plugin that sets remark's parser */
export function createMarkdownRenderer(parser: Pluggable): (text: string) => Promise<RenderedMarkdown> {
  const processor = remark()
    .use([parser, remarkComparisons, remarkCallouts, remarkAnalysis, remarkSafeHtml])
    .use([remarkHeadings, remarkTables, remarkFigures, remarkCode])
    .use(remarkHtml, { sanitize, handlers })
    .freeze()
  return async (text) => {
    const file = await processor.process(text)
    // All plugins have run, so their data is complete.
    const { headings, words, links, ids, problems, code } = file.data as unknown as PluginData
    // Remove the line break that remark-html appends.
    return { html: String(file).replace(/\n$/, ''), headings, words, analysis: { links, ids, problems, code } }
  }
}

type PluginData = Pick<RenderedMarkdown, 'headings' | 'words'> & MarkdownAnalysis

/**
 * Parses CommonMark with GitHub's extensions into the tree (https://github.com/syntax-tree/mdast) that remark creates,
 * except for the differences that tests/unit/markdown-oracle.test.ts lists. Offsets are in UTF-16 code units.
 */
export function parseMarkdown(text: string): Root {
  // CommonMark requires parsers to replace U+0000 with U+FFFD: https://spec.commonmark.org/0.31.2/#insecure-characters
  return markdownToMdast(text.replaceAll('\0', '\uFFFD'), { features: { gfm: true, frontmatter: false } }) as Root
}

/** Plugin: makes remark use satteri as its parser, which is many times faster than remark's own. */
function satteri(this: Processor) {
  this.parser = parseMarkdown
}

export const renderMarkdown = createMarkdownRenderer(satteri)

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

/** Plugin: counts words and collects the links and markup problems for the checks. */
function remarkAnalysis() {
  return (tree: Root, file: VFile) => {
    const text = String(file)
    const words = extractPlainText(tree).match(/\S+/g)?.length ?? 0
    const html = analyzeHtml(tree, text)
    const problems = [...listMarkupProblems(tree, text), ...html.problems, ...listMarkupInHtml(html.texts, text)]
    const analysis = { links: [...listLinks(tree, text), ...html.links], problems, code: listCode(tree) }
    Object.assign(file.data, { words, ...analysis })
  }
}

/** Maximum nesting level. Real content needs less than half; browsers stop nesting at 512 elements. */
const LEVELS = 60
/** Maximum number of emphasis marks per paragraph. Nesting about ten times as many overflows the parser's stack. */
const MARKS = 20_000
/** Matches nested quote and list markers at the start of a line. */
const BEGINNING = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))[ \t]*)+/
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/

/** Returns the range of the first line whose quotes, list items or emphasis marks exceed the limits. */
export function findTooDeepNesting(text: string): Range | undefined {
  let open: number[] = []
  let marks = 0
  let start = 0
  for (const line of text.split('\n')) {
    if (text.length > MARKS) marks = line.trim() === '' ? 0 : marks + line.split(/[*_~]/).length - 1
    const [beginning] = (!RULE.test(line) && BEGINNING.exec(line)) || []
    if (beginning) {
      const columns = [...beginning.matchAll(/>|[-*+]|(?<!\d)\d+[.)]/g)].map(({ index }) => index)
      open = [...open.filter((column) => column < (columns[0] ?? 0)), ...columns]
    }
    if (open.length > LEVELS || marks > MARKS) return [start + line.search(/\S/), start + line.trimEnd().length]
    start += line.length + 1
  }
  return undefined
}
