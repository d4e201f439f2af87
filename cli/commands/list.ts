import { formatTable, listItems } from '../refactor/list-items.ts'
import { readContentIndex } from '../refactor/read-items.ts'
import { type CommonOptions, type EditionOptions, parseEdition, printJson } from './options.ts'

export interface ListOptions extends CommonOptions, EditionOptions {
  unused: boolean
}

/**
 * `site list [collection]`: lists content items and how often each is used.
 * @throws Failure with exit code 2 if the collection is unknown
 */
export async function runListCommand(collection: string | undefined, options: ListOptions): Promise<void> {
  const index = await readContentIndex(options.content, { edition: parseEdition(options) })
  const { today } = index.parsed.edition
  const items = listItems(index, { collection, unused: options.unused, today })
  if (options.json) return printJson({ today, items })
  const none = options.unused ? 'No unused items.\n' : 'No items.\n'
  process.stdout.write(items.length > 0 ? formatTable(items, process.stdout.columns || undefined) : none)
}
