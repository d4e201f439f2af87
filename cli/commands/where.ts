import path from 'node:path'
import pc from 'picocolors'
import { shortenPath, toDisplayPath } from '../diagnostics/display-path.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import { describeItemUsage } from '../refactor/item-usage.ts'
import { readContentIndex } from '../refactor/read-items.ts'
import { type CommonOptions, printJson } from './options.ts'

const MAX_PAGES = 20

/**
 * `site where <name>`: lists the uses of an item and the pages that show it.
 * @throws Failure with exit code 2 if no item matches, or more than one does
 */
export async function runWhereCommand(query: string, options: CommonOptions): Promise<void> {
  const index = await readContentIndex(options.content)
  const usage = describeItemUsage(index, query)
  if (options.json) return printJson(usage)
  const { name, file, address, uses, pages, everyPage } = usage
  const home = shortenPath(path.join(path.dirname(index.folder), file))
  process.stdout.write(`${pc.bold(name)}  ${[home, address].filter(Boolean).join('  ')}\n`)
  for (const { file, line, column, text } of uses)
    process.stdout.write(`  ${pc.cyan(`${toDisplayPath(file, index.folder)}:${line}:${column}`)}  ${text}\n`)
  const files = new Set(uses.map((use) => use.file)).size
  const times = uses.length === 1 ? 'once' : `${uses.length} times`
  process.stdout.write(files > 0 ? `Used ${times} in ${pluralize(files, 'file')}.\n` : 'Not used in the content.\n')
  if (everyPage) process.stdout.write('This item may appear on any page.\n')
  else if (pages.length === 0) process.stdout.write('No page shows this item.\n')
  else {
    const rest = pages.length - MAX_PAGES
    process.stdout.write(`Shown on ${pluralize(pages.length, 'page')}:\n`)
    for (const page of pages.slice(0, MAX_PAGES)) process.stdout.write(`  ${page}\n`)
    if (rest > 0) process.stdout.write(`  and ${rest} more; --json lists them all\n`)
  }
}
