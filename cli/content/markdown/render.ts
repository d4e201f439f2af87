import type { Heading } from '@northshelf/site/entries/entry.ts'
import { urlSchemes } from '@northshelf/site/schema/text.ts'
import { defaultSchema, type Schema } from 'hast-util-sanitize'
import type { Root } from 'mdast'
import { remark } from 'remark'
import remarkHtml from 'remark-html'
import type { Pluggable, Processor } from 'unified'
import type { VFile } from 'vfile'
import { exitCodes, Failure } from '../../diagnostics/failure.ts'
import { listCode, listLinks, listMarkupIssues, type MarkdownAnalysis } from './analysis.ts'
import { calloutClasses, remarkCallouts } from './callouts.ts'
import { codeClasses, remarkCode } from './code.ts'
import { figureClasses, remarkFigures } from './figures.ts'
import { remarkComparisons, remarkHeadings } from './plugins.ts'
import { remarkTables, tableClasses } from './tables.ts'
import { extractPlainText } from './tree.ts'

const { markdownToMdast } = await import('satteri').catch(() => {
  throw new Failure(
    `The markdown parser "satteri" is not installed for this system (${process.platform} ${process.arch}). Run "npm ci".
If that does not help, install the portable build: npm install --no-save --force @bruits/satteri-wasm32-wasi`,
    exitCodes.cannotRun,
  )
})

export interface RenderedMarkdown {
  html: string
  /** Second-level headings, for the table of contents. */
  headings: Heading[]
  words: number
  found: MarkdownAnalysis
}

const { attributes, protocols, tagNames } = defaultSchema

/**
 * Allows safe HTML, the output of this project's plugins, and `figure:` image URLs, which are later replaced with
 * drawings. Links may use the same schemes as link fields.
 */
const sanitize: Schema = {
  ...defaultSchema,
  clobberPrefix: '',
  tagNames: [...(tagNames ?? []), 'aside', 'figcaption', 'figure'],
  attributes: {
    ...attributes,
    aside: [
      ['className', ...Object.values(calloutClasses)],
      ['role', 'note'],
    ],
    div: [...(attributes?.div ?? []), ['className', tableClasses.wrapper]],
    figcaption: [['className', figureClasses.caption]],
    figure: ['dataFigure', 'dataAlt', 'dataCaption', ['className', figureClasses.figure]],
    p: [['className', calloutClasses.label]],
    span: [['className', ...Object.values(codeClasses)]],
    td: [['className', tableClasses.figures]],
    th: [['className', tableClasses.figures]],
  },
  protocols: { ...protocols, href: [...urlSchemes], src: [...(protocols?.src ?? []), 'figure'] },
}

/** Returns a function that renders Markdown into safe HTML. @param parser plugin that sets remark's parser */
export function createMarkdownRenderer(parser: Pluggable): (text: string) => Promise<RenderedMarkdown> {
  const processor = remark()
    .use([parser, remarkComparisons, remarkCallouts, facts, remarkHeadings, remarkTables, remarkFigures, remarkCode])
    .use(remarkHtml, { sanitize })
    .freeze()
  return async (text) => {
    const file = await processor.process(text)
    // All plugins have run, so their data is complete.
    const { headings, words, links, ids, issues, code } = file.data as unknown as PluginData
    // Remove the line break that remark-html appends.
    return { html: String(file).replace(/\n$/, ''), headings, words, found: { links, ids, issues, code } }
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

/** Plugin: counts words and collects the links and markup issues for the checks. */
function facts() {
  return (tree: Root, file: VFile) => {
    const text = String(file)
    const words = extractPlainText(tree).match(/\S+/g)?.length ?? 0
    const found = { links: listLinks(tree, text), issues: listMarkupIssues(tree, text), code: listCode(tree) }
    Object.assign(file.data, { words, ...found })
  }
}
