import path from 'node:path'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { suggestCorrection } from '../diagnostics/suggest.ts'
import type { ContentItem } from './content-item.ts'

/**
 * Finds an item by any of its names: `amazon-seo`, `services/amazon-seo`, `/services/amazon-seo`, a file,
 * `{reply-time}`, `shelves.jpg`.
 * @param folder absolute path of the content folder
 * @throws Failure with exit code 2 if no item or more than one item matches
 */
export function findItem(name: string, items: readonly ContentItem[], folder: string): ContentItem {
  const found = listMatchingItems(name, items, folder)
  const [first, ...others] = found
  if (first && others.length === 0) return first
  if (first) {
    const names = found.map(({ name, file }) => (found.filter((other) => other.name === name).length > 1 ? file : name))
    throw new Failure(`"${name}" is ambiguous: use ${inWords(names)}.`, exitCodes.usage)
  }
  const help = suggestCorrection(name, items.flatMap(wordsFor)) ?? 'site list shows all items.'
  throw new Failure(`There is no item named "${name}". ${help}`, exitCodes.usage)
}

/** Lists all items that a name may refer to. */
export function listMatchingItems(name: string, items: readonly ContentItem[], folder: string): ContentItem[] {
  const word = name.replace(/^\{(.*)\}$/, 'facts/$1')
  const address = word.replace(/(?<=.)\/?(?:[?#].*)?$/, '')
  const atAddress = items.filter((item) => item.address === address)
  if (atAddress.length > 0) return atAddress
  const files = [path.resolve(word), path.resolve(folder, word)]
  const isFile = ({ file }: ContentItem) => files.includes(path.resolve(path.dirname(folder), file))
  // A file that contains many items, such as facts.yaml, does not identify any of them.
  const inFile = items.filter((item) => ['entry', 'image', 'document'].includes(item.kind) && isFile(item))
  if (inFile.length > 0) return inFile
  const named = items.filter(
    ({ name, collection, reference }) => name === word || `${collection}/${reference}` === word,
  )
  return named.length > 0 ? named : items.filter((item) => lastOf(item) === word)
}

function wordsFor(item: ContentItem): string[] {
  return [item.name, lastOf(item), ...(item.address === undefined ? [] : [item.address])]
}

function lastOf({ name }: ContentItem): string {
  return name.slice(name.indexOf('/') + 1)
}

function inWords(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
