import { isNumericCell } from '@northshelf/site/schema/figure.ts'
import type { Parent, Root, Table, TableCell } from 'mdast'
import { extractPlainText, walk } from './tree.ts'

/** Classes that this plugin sets. `sanitize` allows them, and the build keeps their styles. */
export const tableClasses = {
  wrapper: 'tbl',
  figures: 'num',
  left: 'col-left',
  center: 'col-center',
  right: 'col-right',
}
/** Classes of cells. */
export const cellClasses = Object.values(tableClasses).filter((name) => name !== tableClasses.wrapper)

/**
 * Plugin: wraps every table so that it scrolls horizontally on small screens, and marks its cells. The wrapper needs no
 * tabindex, because most tables never scroll, and every browser except Safari makes scrollable elements focusable.
 */
export function remarkTables() {
  return (tree: Root) => {
    const wrapped = new Set<Table>()
    walk(tree, (parent) => {
      if (!('children' in parent)) return
      for (const [index, node] of parent.children.entries()) {
        if (node.type !== 'table' || wrapped.has(node)) continue
        wrapped.add(node)
        markCells(node)
        const data = { hName: 'div', hProperties: { className: [tableClasses.wrapper] } }
        parent.children[index] = { type: 'scrollable', data, children: [node] }
      }
    })
  }
}

/** Sets the scope of header cells and the classes of aligned and numeric columns. */
function markCells(table: Table): void {
  const [head = [], ...body] = table.children.map(({ children }) => children)
  for (const row of body) while (row.length < head.length) row.push({ type: 'tableCell', children: [] })
  for (const [column, cell] of head.entries()) {
    mark(cell, { scope: 'col' })
    const cells = body.flatMap((row) => row[column] ?? [])
    const align = table.align?.[column]
    if (align) for (const aligned of [cell, ...cells]) mark(aligned, { className: [tableClasses[align]] })
    const texts = cells.map(getCellText).filter(Boolean)
    // Skip the first column, because it contains row labels.
    if (column === 0 || texts.filter(isNumericCell).length <= texts.length / 2) continue
    for (const numeric of [cell, ...cells]) mark(numeric, { className: [tableClasses.figures] })
  }
  // Otherwise, cells would get the obsolete attribute `align`.
  table.align = head.map(() => null)
  // An empty corner cell means that the first column contains row headers.
  const [corner] = head
  if (!corner || getCellText(corner)) return
  corner.data = { hName: 'td' }
  for (const [first] of body)
    if (first) first.data = { hName: 'th', hProperties: { ...first.data?.hProperties, scope: 'row' } }
}

function mark(cell: TableCell, { scope, className = [] }: { scope?: string; className?: string[] }): void {
  const before = cell.data?.hProperties
  const classes = [...((before?.className as string[] | undefined) ?? []), ...className]
  const properties = { ...before, ...(scope && { scope }), ...(classes.length > 0 && { className: classes }) }
  cell.data = { ...cell.data, hProperties: properties }
}

const getCellText = (cell: TableCell) => extractPlainText(cell).trim()

interface Scrollable extends Parent {
  type: 'scrollable'
  data: { hName: string; hProperties: { className: string[] } }
  children: [Table]
}
declare module 'mdast' {
  interface RootContentMap {
    scrollable: Scrollable
  }
  interface BlockContentMap {
    scrollable: Scrollable
  }
}
