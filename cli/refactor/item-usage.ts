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
  const { items, folder } = index
  const translations = listMatchingItems(query, items, folder).length > 0 ? [] : findTranslations(index, query)
  const [first] = translations
  if (first) {
    const uses = translations.flatMap((found) => found.uses.map(describeUse))
    const pages = [...new Set(translations.flatMap((found) => found.pages))].sort()
    return {
      name: query,
      kind: 'text',
      file: first.file,
      address: undefined,
      uses,
      pages,
      everyPage: pages.length === 0,
    }
  }
  const item = index.find(query)
  const { kind, name, file, address } = item
  const uses = index.usesOf(item).map(describeUse)
  return { name, kind, file, ...(address && { address }), uses, ...index.shownOn(item) }
}

/** Finds a text in translations. Returns its place and that of its source, and the pages in that language that show it. */
function findTranslations({ parsed, items, shownOn, translatedPages }: ContentIndex, query: string) {
  return parsed.translations.flatMap(({ of: name, file, language }) => {
    const of = parsed.files.find((other) => other.file === name)
    if (!of) return []
    const { texts, translation } = readTranslationState(of, language, parsed.translations)
    const item = items.find(({ entry }) => entry === of)
    const pages = (item ? shownOn(item).pages : []).flatMap((page) =>
      (translatedPages.get(page) ?? []).flatMap((other) => (other.language === language ? [other.path] : [])),
    )
    return texts.flatMap(({ text, index, paths: [path = []] }) => {
      if (!translation || !text.includes(query)) return []
      const start = translation.file.text.indexOf(query, translation.body.start)
      const range = (): Range =>
        index === undefined ? [start, start + query.length] : translation.source.range(['texts', index, 'to'])
      const sourceRange = (): Range =>
        (path.length > 0 && of.source?.range(path)) || [of.body?.start ?? 0, of.text.length]
      const uses = [
        { kind: 'translation', file: translation.file, range },
        { kind: 'source', file: of, range: sourceRange },
      ]
      return [{ file, uses, pages }]
    })
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
