import { listAddresses, listLaterPages } from '../content/addresses.ts'
import { DOCUMENTS_FOLDER, parseDocumentName } from '../content/documents.ts'
import { listFactEdits } from '../content/facts.ts'
import { listTexts } from '../content/fields.ts'
import { parseImageName } from '../content/images.ts'
import { createOriginStripper, listFileLinks } from '../content/links.ts'
import { memoize } from '../content/memoize.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { listMarkedTexts, listReferences } from '../content/schema/walk-schema.ts'
import type { ValuePath } from '../content/yaml/source.ts'
import type { Range } from '../diagnostics/location.ts'
import type { ContentItem } from './content-item.ts'

/** A place in the content that refers to an item by name. */
export interface ItemUse {
  kind: 'reference' | 'link' | 'fact' | 'image' | 'document'
  file: ParsedFile
  /** Path of the field; empty if the use is in a body. */
  path: ValuePath
  /** The name as written, such as `blog/prime-day`, `/blog/prime-day` or `reply-time`. */
  name: string
  /**
   * Returns the range of the name, or of the whole value if the source spells the name differently, for example with
   * escape sequences.
   */
  range(): Range
}

/** A use of an item that may not exist. */
interface Found extends ItemUse {
  collection: string
}

/** Lists the uses of all items, in file order. */
export function listUses({ files, edition }: ParsedFolder, items: readonly ContentItem[]) {
  const named = new Map(items.map((item) => [`${item.collection} ${item.reference}`, item]))
  const ofFile = new Map(items.flatMap((item) => (item.entry ? [[item.entry, item] as const] : [])))
  const pages = [...listLaterPages(files, { ...edition, all: true }), ...listAddresses(files)]
  const atAddress = new Map(pages.map(({ path, file }) => [path, ofFile.get(file)]))
  const inside = createOriginStripper(files)
  const uses = new Map<ContentItem, ItemUse[]>(items.map((item) => [item, []]))
  const add = (item: ContentItem | undefined, use: ItemUse) => void (item && uses.get(item)?.push(use))

  for (const file of files) {
    for (const { collection, ...use } of usesIn(file)) add(named.get(`${collection} ${use.name}`), use)
    for (const { address, range: rangeOf } of listFileLinks(file)) {
      const own = inside(address)
      const document = parseDocumentName(own)
      if (document !== undefined) {
        const range = () => lastWord(file, rangeOf(), document)
        add(named.get(`${DOCUMENTS_FOLDER} ${document}`), { kind: 'document', file, path: [], name: document, range })
        continue
      }
      const item = atAddress.get(/^[^?#]*/.exec(own)?.[0] ?? '')
      const name = item?.address
      if (!name) continue
      const range = (): Range => {
        const whole = rangeOf()
        if (file.text.slice(...whole) !== address) return lastWord(file, whole, name)
        const start = whole[0] + address.length - own.length
        return [start, start + name.length]
      }
      add(item, { kind: 'link', file, path: [], name, range })
    }
  }
  return uses
}

/** Lists the uses in a file, except links. */
const usesIn = memoize((file: ParsedFile): Found[] => {
  const { source, schema, data, body } = file
  if (!source) return []
  const references = listReferences(file).map(({ collection, slug: name, path }): Found => {
    return { kind: 'reference', file, path, name, collection, range: () => source.rangeOfWord(path, name) }
  })
  const pictures = listMarkedTexts(schema, data, 'image').map(({ value: name, path }): Found => {
    return { kind: 'image', file, path, name, collection: 'images', range: () => source.rangeOfWord(path, name) }
  })
  const inText = (body?.analysis.links ?? []).flatMap((link): Found[] => {
    const name = parseImageName(link.address)
    const range = () => lastWord(file, body?.range(link) ?? [0, 1], name ?? '')
    return name ? [{ kind: 'image', file, path: [], name, collection: 'images', range }] : []
  })
  return [...references, ...pictures, ...inText, ...factsIn(file)]
})

function factsIn(file: ParsedFile): Found[] {
  const { source, body, collection, slug } = file
  // Skip facts used in facts.yaml, because they are reported as problems.
  if (!source || (!collection && slug === 'facts')) return []
  const named = listTexts(source.rawData).flatMap(({ path, text }) =>
    listNamed(text).map(({ name }) => ({ path, name })),
  )
  const inFields = named.map((use): Found => {
    const { path, name } = use
    const inFile = named.filter((one) => one.name === name)
    const inField = inFile.filter((one) => one.path === path)
    const range = (): Range => {
      // Search the raw text first. Its matches are unusable if a comment contains the name or an escape sequence hides
      // it.
      const found = placeOf(source.text.slice(0, body?.start), 0, inFile, use)
      if (found) return found
      const whole = source.range(path)
      return placeOf(source.text.slice(...whole), whole[0], inField, use) ?? whole
    }
    return { kind: 'fact', file, path, name, collection: 'facts', range }
  })
  const inText = (body?.edits ?? []).map(({ start, end }): Found => {
    const name = body?.text.slice(start + 1, end - 1) ?? ''
    const range = () => inBraces((body?.start ?? 0) + start, name)
    return { kind: 'fact', file, path: [], name, collection: 'facts', range }
  })
  return [...inFields, ...inText]
}

/** Returns the range of one use of a name; undefined if the text does not contain the expected number of matches. */
function placeOf(text: string, start: number, uses: readonly { name: string }[], use: { name: string }) {
  const places = listNamed(text).filter(({ name }) => name === use.name)
  const place = places.length === uses.length ? places[uses.indexOf(use)] : undefined
  return place && inBraces(start + place.start, use.name)
}

/** Lists all names in braces. Passes no facts to `listFactEdits`, so that it reports every name. */
function listNamed(text: string): { name: string; start: number }[] {
  const names: { name: string; start: number }[] = []
  if (text.includes('{')) listFactEdits(text, new Map(), (name, start) => names.push({ name, start }))
  return names
}

function inBraces(start: number, name: string): Range {
  return [start + 1, start + 1 + name.length]
}

/** Returns the range of the last occurrence of a word, because in a link the address follows the link text. */
function lastWord({ text }: ParsedFile, range: Range, word: string): Range {
  const at = text.slice(...range).lastIndexOf(word)
  return at < 0 ? range : [range[0] + at, range[0] + at + word.length]
}
