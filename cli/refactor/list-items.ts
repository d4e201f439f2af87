import pc from 'picocolors'
import { listFieldTexts } from '../content/fields.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { getPublicationStatus, type PublicationStatus } from '../content/publication.ts'
import { getEntryTitle } from '../content/schedule.ts'
import { readTranslationState } from '../content/translations/translation-state.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { suggestCorrection } from '../diagnostics/suggest.ts'
import type { ContentItem } from './content-item.ts'
import type { ContentIndex } from './read-items.ts'

/** A line in the output of `site list`. */
export interface ListedItem {
  kind: 'entry' | 'fact' | 'image' | 'document'
  /** Name that `site where` and `site rename` accept. */
  name: string
  /** Folder of the item's file, or `facts`. */
  group: string
  /** Path relative to the parent of the content folder. */
  file: string
  /** Title of an entry, file name of an image or document, or value of a fact. */
  title: string
  state: PublicationStatus['state']
  /** First day of a scheduled entry, or last day of an expired entry. */
  day?: string
  address?: string
  /** Number of words in an entry. */
  words?: number
  /** Numbers of missing and outdated texts, for each language into which an entry is translated. */
  languages?: Record<string, { missing: number; outdated: number }>
  /** Number of places that use the item. */
  uses: number
}

interface ListOptions {
  /** A folder, `facts`, `images`, `files`, or the name of a collection; undefined for all items. */
  collection: string | undefined
  /** Whether to list only items that are unused and have no page. */
  unused: boolean
  today: string
}

/** @throws Failure with exit code 2 if there is no such collection */
export function listItems(index: ContentIndex, { collection, unused, today }: ListOptions): ListedItem[] {
  const items = index.items.flatMap((item) => {
    const { kind, name, file } = item
    // Skip parts of site.yaml, and facts that site.yaml defines.
    if (kind === 'part' || file.endsWith('/site.yaml')) return []
    const uses = index.usesOf(item).length
    const hidden = !item.entry || item.address === undefined
    if (unused && (uses > 0 || !hidden)) return []
    const group = name.slice(0, name.indexOf('/'))
    if (collection !== undefined && collection !== group && collection !== item.collection) return []
    const about = describe(index, item, today)
    return [{ kind, name, group, file, ...about, ...(item.address && { address: item.address }), uses } as ListedItem]
  })
  if (items.length === 0 && collection !== undefined) refuseUnknown(index, collection)
  return items
}

function describe({ parsed }: ContentIndex, { kind, entry, reference }: ContentItem, today: string) {
  if (!entry) {
    const title = kind === 'fact' ? (parsed.facts.get(reference) ?? '') : reference
    return { title, state: 'live' as const }
  }
  const { state, day } = getPublicationStatus(entry, today)
  const fields = listFieldTexts(entry).map(({ text }) => text)
  const texts = [...fields, entry.body?.text ?? '']
  // If an entry has no title, use its first text that contains a space.
  const title = getEntryTitle(entry) ?? fields.find((text) => text.includes(' ')) ?? entry.slug
  const words = texts.reduce((sum, text) => sum + count(text), 0)
  return { title, state, ...(day && { day }), words, ...countTranslations(entry, parsed) }
}

function countTranslations(entry: ParsedFile, { translations }: ParsedFolder): Pick<ListedItem, 'languages'> {
  const own = translations.filter(({ of }) => of === entry.file)
  const counts = own.map(({ language }) => {
    const { texts } = readTranslationState(entry, language, own)
    const countOf = (wanted: string) => texts.filter(({ state }) => state === wanted).length
    return [language, { missing: countOf('missing'), outdated: countOf('outdated') }] as const
  })
  return own.length > 0 ? { languages: Object.fromEntries(counts) } : {}
}

/** Counts the words in a string. Returns 0 for enum values such as `expanding`. */
function count(text: string): number {
  return /^[a-z\d-]+$/.test(text) ? 0 : text.split(/\s/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

function refuseUnknown({ items }: ContentIndex, collection: string): void {
  const listed = items.filter(({ kind }) => kind !== 'part')
  const names = new Set(listed.flatMap(({ name, collection }) => [name.split('/')[0] ?? '', collection]))
  if (names.has(collection)) return
  const help = suggestCorrection(collection, names) ?? `Collections are ${[...names].sort().join(', ')}.`
  throw new Failure(`There is no collection "${collection}". ${help}`, exitCodes.usage)
}

/** Width of a table that is not shown in a terminal, more than any title needs. */
const UNLIMITED = 1000
/** Minimum width of the title column, in characters. If less space is available, titles are omitted. */
const MIN_TITLE = 8
const MIN_NAME = 12
/** Widths of the columns `words` and `uses`, including the space before them. */
const FIGURES = [8, 6] as const
const MAX_NAME = 34

/** Formats items as a table grouped by folder. @param columns width of the terminal; by default, unlimited */
export function formatTable(items: readonly ListedItem[], columns = UNLIMITED): string {
  const groups = new Map<string, ListedItem[]>()
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item])
  return [...groups].map(([group, list]) => tableOf(group, list, columns)).join('\n')
}

function tableOf(group: string, items: readonly ListedItem[], width: number): string {
  const hasWords = items.some(({ words }) => words !== undefined)
  const names = items.map(({ name, address, group }) => {
    const own = name.slice(group.length + 1)
    return address === undefined || address.endsWith(`/${own}`) ? own : `${own} ${address}`
  })
  const states = items.map(({ state, day, languages = {} }) => {
    const translations = Object.entries(languages).map(([language, counts]) => {
      const open = Object.entries(counts).flatMap(([name, number]) => (number > 0 ? [`${number} ${name}`] : []))
      return open.length > 0 ? `${language} (${open.join(', ')})` : language
    })
    return [state === 'live' ? '' : state, day, ...translations].filter(Boolean).join(' ')
  })
  const stateWidth = Math.max(...states.map(({ length }) => length))
  const gaps = 2 + 2 + (stateWidth > 0 ? stateWidth + 2 : 0)
  const figures = (hasWords ? FIGURES[0] : 0) + FIGURES[1]
  const free = width - gaps - figures
  const longest = Math.min(MAX_NAME, Math.max(...names.map(({ length }) => length)))
  const nameWidth = Math.min(longest, Math.max(MIN_NAME, free - MIN_TITLE))
  const titleWidth = Math.min(free - nameWidth, Math.max(MIN_TITLE, ...items.map(({ title }) => title.length)))
  const titleCell = (title: string) => (titleWidth < MIN_TITLE ? '' : `  ${cell(title, titleWidth)}`)
  const row = (name: string, title: string, state: string, words: string, uses: string) =>
    `  ${cell(name, nameWidth)}${titleCell(title)}${stateWidth > 0 ? `  ${cell(state, stateWidth)}` : ''}${
      hasWords ? words.padStart(FIGURES[0]) : ''
    }${uses.padStart(FIGURES[1])}`
  const addresses = new Set(items.map(({ address }) => address?.replace(/(?<![^/])[^/]*$/, '<name>')))
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
