import { readTranslationState } from '../content/translations/translation-state.ts'
import { type Range, toLocation } from '../diagnostics/location.ts'
import { listMatchingItems } from './content-item.ts'
import type { ContentIndex } from './read-items.ts'
import type { ItemUse } from './uses.ts'

/**
 * Returns an item's uses, with positions and lines, and the pages that show it. If no item has the name, returns the
 * translations that contain it as text, with their sources.
 * @throws Failure with exit code 2 if no item matches, or more than one does
 */
export function describeItemUsage(index: ContentIndex, query: string) {
  const isItem = listMatchingItems(query, index.items, index.folder).length > 0
  const found = isItem ? [] : findTranslations(index, query)
  const [first] = found
  if (first) {
    const uses = found.flatMap((translation) => translation.uses.map(describeUse))
    const pages = [...new Set(found.flatMap((translation) => translation.pages))].sort()
    const everyPage = found.some(({ item }) => item === undefined)
    return { name: query, kind: 'text', file: first.file, address: undefined, uses, pages, everyPage }
  }
  const item = index.find(query)
  const { kind, name, file, address } = item
  const uses = index.usesOf(item).map(describeUse)
  return { name, kind, file, ...(address && { address }), uses, ...index.shownOn(item) }
}

/**
 * Finds a text in translations. Returns its place and that of its source, and the pages in that language that show it.
 * `item` is undefined for files that are not entries, whose texts may appear on any page.
 */
function findTranslations({ parsed, items, shownOn, translatedPages }: ContentIndex, query: string) {
  return parsed.translations.flatMap(({ of: name, file, language }) => {
    const of = parsed.files.find((other) => other.file === name)
    if (!of) return []
    const { texts, translation } = readTranslationState(of, language, parsed.translations)
    const uses = texts.flatMap(({ text, index, paths: [path = []] }): TextUse[] => {
      if (!translation || !text.includes(query)) return []
      const start = translation.file.text.indexOf(query, translation.body.start)
      const inBody = { kind: 'translation', file: translation.file, range: (): Range => [start, start + query.length] }
      if (index === undefined || !of.source) return [inBody]
      const { source } = of
      return [
        { ...inBody, range: () => translation.source.range(['texts', index, 'to']) },
        { kind: 'source', file: of, range: () => source.range(path) },
      ]
    })
    const item = items.find(({ entry }) => entry === of)
    const shown = (item ? shownOn(item).pages : []).flatMap((page) => translatedPages.get(page) ?? [])
    const pages = shown.flatMap((page) => (page.language === language ? [page.path] : []))
    return uses.length > 0 ? [{ file, item, uses, pages }] : []
  })
}

interface TextUse {
  kind: string
  file: Pick<ItemUse['file'], 'file' | 'text'>
  range(): Range
}

function describeUse({ kind, file, range }: TextUse) {
  const location = toLocation(file.text, range())
  return { kind, file: file.file, ...location, text: (file.text.split(/\r?\n/)[location.line - 1] ?? '').trim() }
}
