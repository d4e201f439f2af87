import { toLocation } from '../diagnostics/location.ts'
import type { ContentIndex } from './read-items.ts'
import type { ItemUse } from './uses.ts'

/**
 * Returns an item's uses, with positions and lines, and the pages that show it.
 * @throws Failure with exit code 2 if no item matches, or more than one does
 */
export function describeItemUsage(index: ContentIndex, query: string) {
  const item = index.find(query)
  const { kind, name, file, address } = item
  const uses = index.usesOf(item).map(describeUse)
  return { name, kind, file, ...(address && { address }), uses, ...index.shownOn(item) }
}

function describeUse({ kind, file, range }: ItemUse) {
  const location = toLocation(file.text, range())
  return { kind, file: file.file, ...location, text: (file.text.split(/\r?\n/)[location.line - 1] ?? '').trim() }
}
