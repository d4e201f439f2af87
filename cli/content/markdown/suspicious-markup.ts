import type { Code, Heading, Nodes, Root, Table } from 'mdast'
import { listBracedNames, listLeftoverMarkup } from '../literal-markup.ts'
import { walk } from './walk.ts'

/** Markup whose result is probably not what the author intended. Offsets refer to the text that was parsed. */
export interface MarkupIssue {
  kind: 'mark' | 'cells' | 'fence' | 'title' | 'no-title' | 'no-words' | 'braces'
  start: number
  end: number
}

/** Lists Markdown syntax that had no effect and is shown literally, or that swallowed the text after it. */
export function listMarkupIssues(tree: Root, text: string): MarkupIssue[] {
  const issues: MarkupIssue[] = []
  const add = (kind: MarkupIssue['kind'], start: number, end: number) => issues.push({ kind, start, end })
  walk<Nodes>(tree, (node) => {
    const start = node.position?.start.offset ?? 0
    const end = node.position?.end.offset ?? start
    const written = text.slice(start, end)
    if (node.type === 'heading' && isEmpty(node)) add('no-title', start, end)
    else if (node.type === 'heading' && node.depth === 1) add('title', start, end)
    if (node.type === 'link' && node.children.length === 0) add('no-words', start, end)
    if (node.type === 'code' && isOpen(node, written)) add('fence', start, start + written.search(/\n|$/))
    if (node.type === 'table') for (const [from, to] of listSpareCells(node)) add('cells', from, to)
    if (node.type !== 'text') return
    // Search the source text, because the parsed text no longer shows which characters a backslash escaped.
    for (const mark of listLeftoverMarkup(written, node.value)) add('mark', start + mark.start, start + mark.end)
    for (const name of listBracedNames(written)) add('braces', start + name.start, start + name.end)
  })
  return issues
}

function isEmpty({ children }: Heading): boolean {
  return children.length === 0
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
    const [first, last] = [children[columns]?.position, children.at(-1)?.position]
    return first && last ? [[first.start.offset ?? 0, last.end.offset ?? 0]] : []
  })
}
