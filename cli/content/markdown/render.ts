import { urlSchemes } from '@northshelf/site/schema/text.ts'
import { defaultSchema, type Schema } from 'hast-util-sanitize'
import type { Nodes, Root } from 'mdast'
import { remark } from 'remark'
import remarkHtml from 'remark-html'
import type { Pluggable, Processor } from 'unified'
import type { VFile } from 'vfile'
import { COMPARISON_PATTERN } from '../literal-markup.ts'
import { remarkFigures } from './figures.ts'
import { remarkHeadings } from './headings.ts'
import { collectLinksAndHtml } from './links.ts'
import { parseMarkdown } from './parse.ts'
import { extractPlainText } from './plain-text.ts'
import type { MarkdownAnalysis, RenderedMarkdown } from './rendered.ts'
import { listMarkupIssues } from './suspicious-markup.ts'
import { remarkTables, tableClasses } from './tables.ts'
import { walk } from './walk.ts'

const { attributes, protocols, tagNames } = defaultSchema

/**
 * Allows safe HTML, the output of this project's plugins, and `figure:` image URLs, which are later replaced with
 * drawings. Links may use the same schemes as link fields.
 */
const sanitize: Schema = {
  ...defaultSchema,
  clobberPrefix: '',
  tagNames: [...(tagNames ?? []), 'figure'],
  attributes: {
    ...attributes,
    div: [...(attributes?.div ?? []), ['className', tableClasses.wrapper]],
    figure: ['dataFigure', 'dataAlt'],
    td: [['className', tableClasses.figures]],
    th: [['className', tableClasses.figures]],
  },
  protocols: { ...protocols, href: [...urlSchemes], src: [...(protocols?.src ?? []), 'figure'] },
}

/** Returns a function that renders Markdown into safe HTML. @param parser plugin that sets remark's parser */
export function createMarkdownRenderer(parser: Pluggable): (text: string) => RenderedMarkdown {
  const processor = remark()
    .use([parser, comparisons, facts, remarkHeadings, remarkTables, remarkFigures])
    .use(remarkHtml, { sanitize })
    .freeze()
  return (text) => {
    const file = processor.processSync(text)
    // All plugins have run, so their data is complete.
    const { headings, words, ids, found } = file.data as unknown as Found
    // Remove the line break that remark-html appends.
    return { html: String(file).replace(/\n$/, ''), headings, words, found: { ...found, ids } }
  }
}

/** Data that the plugins set on the vfile. */
interface Found extends Pick<RenderedMarkdown, 'headings' | 'words'>, Pick<MarkdownAnalysis, 'ids'> {
  found: Omit<MarkdownAnalysis, 'ids'>
}

/**
 * Plugin: makes remark use satteri as its parser, which is many times faster than remark's own and returns the same
 * trees.
 */
function satteri(this: Processor) {
  this.parser = parseMarkdown
}

export const renderMarkdown = createMarkdownRenderer(satteri)

const COMPARISON = new RegExp(`^<(?:${COMPARISON_PATTERN})$`, 'i')

/** Plugin: converts nodes that only look like HTML, such as `<y and z>` in `x<y and z>w`, back to text. */
function comparisons() {
  return (tree: Root) =>
    walk<Nodes>(tree, (node) => {
      if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell')
        for (const [index, { type, position, ...inner }] of node.children.entries())
          if (type === 'html' && 'value' in inner && COMPARISON.test(inner.value))
            node.children[index] = { type: 'text', value: inner.value, ...(position && { position }) }
    })
}

/** Plugin: counts words and collects the links, HTML and markup issues for the checks. */
function facts() {
  return (tree: Root, file: VFile) => {
    const text = String(file)
    const words = extractPlainText(tree).match(/\S+/g)?.length ?? 0
    Object.assign(file.data, {
      words,
      found: { ...collectLinksAndHtml(tree, text), issues: listMarkupIssues(tree, text) },
    })
  }
}
