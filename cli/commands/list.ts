import { listItems } from '../refactor/list-items.ts'
import { readContentIndex } from '../refactor/read-items.ts'
import { formatTable } from '../refactor/table.ts'
import { type CommonOptions, type EditionOptions, parseEdition } from './options.ts'
import { printJson } from './print-json.ts'

export interface ListOptions extends CommonOptions, EditionOptions {
  unused: boolean
}

/**
 * `site list [collection]`: lists content items and how often each is used.
 * @throws Failure with exit code 2 if the collection is unknown
 */
export async function runListCommand(collection: string | undefined, options: ListOptions): Promise<void> {
  const edition = parseEdition(options)
  const index = await readContentIndex(options.content, { edition })
  const items = listItems(index, { collection, unused: options.unused, today: edition.today })
  if (options.json) printJson({ today: edition.today, items })
  else
    process.stdout.write(
      items.length > 0
        ? formatTable(items, process.stdout.columns || undefined)
        : options.unused
          ? 'No unused items.\n'
          : 'No items.\n',
    )
}
