/** Nodes of inline Markdown, named as in https://github.com/syntax-tree/mdast. */
export type InlineNode =
  | { type: 'text'; value: string; written: string }
  /** `offset` is the position of the URL in the text. */
  | { type: 'link'; url: string; offset: number; children: InlineNode[] }
  | { type: 'strong' | 'emphasis'; children: InlineNode[] }

/** Matches a character inside markup. Markup cannot span blank lines, and a backslash escapes a character. */
const CHARACTER = String.raw`(?:\\[^]|[^\\*[\]\n]|\n(?!\s*\n))`
const ESCAPE = String.raw`\\[!-/:-@[-\`{-~]`
/** Matches a URL without spaces or square brackets. Parentheses must be balanced. */
const ADDRESS = String.raw`(?:[^\s()[\]\\]|\([^\s()[\]\\]*\))+`
const LINK = String.raw`\[(?:${CHARACTER}|\*)+\]\(${ADDRESS}\)`
const INNER = `(?:${CHARACTER}|${LINK})`
/** Patterns for strong text and emphasis. Asterisks must enclose whole words, unlike in `5 * 3` and `2*3*4`. */
const STRONG = String.raw`\*\*(?=[^\s*])(?:${INNER}|\*${INNER}+\*)+(?<!\s)\*\*(?!\*)`
const EMPHASIS = String.raw`(?<![\w*])\*(?=[^\s*])(?:${INNER}|\*\*${INNER}+\*\*)+(?<!\s)\*(?![\w*])`
/** Matches any markup, including images, which would otherwise be parsed as an exclamation mark and a link. */
const MARK = new RegExp(`${ESCAPE}|!?${LINK}|${STRONG}|${EMPHASIS}`, 'g')

/**
 * Parses `[text](/path)`, `**strong**`, `*emphasis*` and escaped characters. Leaves other Markdown as text; the rule
 * `markdown/field` reports it.
 * @param start offset of `text` in the whole field
 */
export function parseInlineMarkdown(text: string, start = 0): InlineNode[] {
  const nodes: InlineNode[] = []
  let from = 0
  const addText = (to: number) => {
    const written = text.slice(from, to)
    if (written) nodes.push({ type: 'text', value: written.replace(/\\([!-/:-@[-`{-~])/g, '$1'), written })
  }
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (/^[\\!]/.test(mark)) continue
    addText(index)
    nodes.push(readMark(mark, start + index))
    from = index + mark.length
  }
  addText(text.length)
  return nodes
}

function readMark(mark: string, start: number): InlineNode {
  if (mark.startsWith('**')) return { type: 'strong', children: parseInlineMarkdown(mark.slice(2, -2), start + 2) }
  if (mark.startsWith('*')) return { type: 'emphasis', children: parseInlineMarkdown(mark.slice(1, -1), start + 1) }
  const end = mark.lastIndexOf('](')
  const children = parseInlineMarkdown(mark.slice(1, end), start + 1)
  return { type: 'link', url: mark.slice(end + 2, -1), offset: start + end + 2, children }
}

/** Returns all nodes of the given type, including nested nodes. */
export function listInlineNodes<T extends InlineNode['type']>(
  text: string,
  type: T,
): Extract<InlineNode, { type: T }>[] {
  const list = (nodes: readonly InlineNode[]): InlineNode[] =>
    nodes.flatMap((node) => ('children' in node ? [node, ...list(node.children)] : [node]))
  return list(parseInlineMarkdown(text)).filter((node): node is Extract<InlineNode, { type: T }> => node.type === type)
}

/** Returns the text without markup and URLs. */
export function toPlainText(text: string): string {
  return listInlineNodes(text, 'text')
    .map(({ value }) => value)
    .join('')
}
