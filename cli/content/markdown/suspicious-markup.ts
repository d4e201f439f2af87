import type { Code, Heading, Nodes, Root, Table } from 'mdast'
import { listBraces, listMarkdownMarks } from '../marks.ts'
import { walk } from './walk.ts'

/** What a text says otherwise than it was meant. Offsets count in the text that was parsed. */
export interface MarkdownTrouble {
  kind: 'mark' | 'cells' | 'fence' | 'title' | 'no-title' | 'no-words' | 'braces'
  start: number
  end: number
}

/** Looks at a parsed text for markdown that came to nothing, which stays visible or swallows what follows. */
export function listTroubles(tree: Root, text: string): MarkdownTrouble[] {
  const troubles: MarkdownTrouble[] = []
  const add = (kind: MarkdownTrouble['kind'], start: number, end: number) => troubles.push({ kind, start, end })
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
    // Read as it is written: what is meant literally has a backslash there.
    for (const mark of listMarkdownMarks(written, node.value)) add('mark', start + mark.start, start + mark.end)
    for (const name of listBraces(written)) add('braces', start + name.start, start + name.end)
  })
  return troubles
}

function isEmpty({ children }: Heading): boolean {
  return children.length === 0
}

/** Whether the fence of a block of code was never closed, so that all that follows is code. */
function isOpen({ position }: Code, written: string): boolean {
  const [, fence] = /^(`{3,}|~{3,})/.exec(written) ?? []
  if (!fence || !position) return false
  const last = written.slice(written.lastIndexOf('\n') + 1).replace(/^[>\s]+/, '')
  return position.start.line === position.end.line || !last.startsWith(fence) || /[^`~\s]/.test(last)
}

/** Cells past the last column are left out of the page. */
function listSpareCells({ children: [head, ...rows] }: Table): [number, number][] {
  const columns = head?.children.length ?? 0
  return rows.flatMap(({ children }): [number, number][] => {
    const [first, last] = [children[columns]?.position, children.at(-1)?.position]
    return first && last ? [[first.start.offset ?? 0, last.end.offset ?? 0]] : []
  })
}
