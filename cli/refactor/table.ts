import pc from 'picocolors'
import type { ListedItem } from './list-items.ts'

const WIDTH = 80
/** Minimum width of the title column, in characters. If less space is available, titles are omitted. */
const MIN_TITLE = 8
const MIN_NAME = 12
/** Widths of the columns `words` and `uses`, including the space before them. */
const FIGURES = [8, 6] as const
const MAX_NAME = 34

/**
 * Formats items as a table grouped by folder. @param columns width of the terminal; lines have at most 80 characters
 */
export function formatTable(items: readonly ListedItem[], columns = WIDTH): string {
  const groups = new Map<string, ListedItem[]>()
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item])
  return [...groups].map(([group, list]) => tableOf(group, list, Math.min(WIDTH, columns))).join('\n')
}

function tableOf(group: string, items: readonly ListedItem[], width: number): string {
  const hasWords = items.some(({ words }) => words !== undefined)
  const names = items.map(({ name, address, group }) => {
    const own = name.slice(group.length + 1)
    const home = address !== undefined && !address.endsWith(`/${own}`) ? ` ${address}` : ''
    return own + home
  })
  const states = items.map(({ state, day }) => (state === 'live' ? '' : [state, day].filter(Boolean).join(' ')))
  const stateWidth = Math.max(...states.map(({ length }) => length))
  const gaps = 2 + 2 + (stateWidth > 0 ? stateWidth + 2 : 0)
  const figures = (hasWords ? FIGURES[0] : 0) + FIGURES[1]
  const free = width - gaps - figures
  const longest = Math.min(MAX_NAME, Math.max(...names.map(({ length }) => length)))
  const nameWidth = Math.min(longest, Math.max(MIN_NAME, free - MIN_TITLE))
  const titleWidth = free - nameWidth
  const titleCell = (title: string) => (titleWidth < MIN_TITLE ? '' : `  ${cell(title, titleWidth)}`)
  const row = (name: string, title: string, state: string, words: string, uses: string) =>
    `  ${cell(name, nameWidth)}${titleCell(title)}${stateWidth > 0 ? `  ${cell(state, stateWidth)}` : ''}${
      hasWords ? words.padStart(FIGURES[0]) : ''
    }${uses.padStart(FIGURES[1])}`
  const addresses = new Set(items.map(({ address }) => address?.replace(/[^/]*$/, '<name>')))
  const [pattern] = addresses
  const where = addresses.size === 1 && pattern !== undefined ? `  ${pattern}` : ''
  const head = `${pc.bold(group)} (${items.length})${where}`
  const lines = items.map(({ title, words, uses }, index) =>
    row(names[index] ?? '', title, states[index] ?? '', String(words ?? ''), String(uses)),
  )
  return `${[head, pc.dim(row('', '', '', 'words', 'uses')), ...lines].join('\n')}\n`
}

function cell(text: string, width: number): string {
  return (text.length > width ? `${text.slice(0, width - 1)}…` : text).padEnd(width)
}
