/** Nodes of inline Markdown, named as in https://github.com/syntax-tree/mdast. */
export type InlineNode =
  | { type: 'text'; value: string; written: string }
  /** `offset` is the position of the URL in the text. */
  | { type: 'link'; url: string; offset: number; children: InlineNode[] }
  | { type: 'strong' | 'emphasis'; children: InlineNode[] }

/** A character within a mark. Marks do not cross blank lines, and a backslash escapes a mark. */
const CHARACTER = String.raw`(?:\\[^]|[^\\*[\]\n]|\n(?!\s*\n))`
const ESCAPE = String.raw`\\[!-/:-@[-\`{-~]`
/** An address without spaces and brackets. Parentheses are allowed only in pairs. */
const ADDRESS = String.raw`(?:[^\s()[\]\\]|\([^\s()[\]\\]*\))+`
const LINK = String.raw`\[(?:${CHARACTER}|\*)+\]\(${ADDRESS}\)`
const INNER = `(?:${CHARACTER}|${LINK})`
/** Strong text or emphasis. Its marks must enclose whole words, so that `5 * 3` and `2*3*4` stay unchanged. */
const STRONG = String.raw`\*\*(?=[^\s*])(?:${INNER}|\*${INNER}+\*)+(?<!\s)\*\*(?!\*)`
const EMPHASIS = String.raw`(?<![\w*])\*(?=[^\s*])(?:${INNER}|\*\*${INNER}+\*\*)+(?<!\s)\*(?![\w*])`
/** Matches any mark. Also matches images, so that they are not parsed as an exclamation mark and a link. */
const MARK = new RegExp(`${ESCAPE}|!?${LINK}|${STRONG}|${EMPHASIS}`, 'g')

/**
 * Parses `[words](/address)`, `**strong**`, `*emphasis*` and escaped marks. Other Markdown remains text, and
 * `markdown/field` reports it.
 * @param start offset of `text` in the whole text
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

/** Lists all nodes of the given type. */
export function listInlineNodes<T extends InlineNode['type']>(
  text: string,
  type: T,
): Extract<InlineNode, { type: T }>[] {
  const list = (nodes: readonly InlineNode[]): InlineNode[] =>
    nodes.flatMap((node) => ('children' in node ? [node, ...list(node.children)] : [node]))
  return list(parseInlineMarkdown(text)).filter((node): node is Extract<InlineNode, { type: T }> => node.type === type)
}

/** Returns the text without marks and addresses. */
export function toPlainText(text: string): string {
  return listInlineNodes(text, 'text')
    .map(({ value }) => value)
    .join('')
}
