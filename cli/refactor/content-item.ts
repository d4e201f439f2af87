import path from 'node:path'
import { getReferenceName } from '@northshelf/site/collections/addresses.ts'
import { getPageAddress } from '../content/addresses.ts'
import { DOCUMENTS_FOLDER, toDocumentAddress } from '../content/documents.ts'
import { SITE_FACT_NAMES } from '../content/facts.ts'
import { findSingleFile, type ParsedFile, type ParsedFolder } from '../content/parsed.ts'
import { listSitePartNames, referencedSiteParts } from '../content/site-part-names.ts'
import { findFolderAddresses } from '../content/site-settings.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { suggestCorrection } from '../diagnostics/suggest.ts'

/** A part of the content that other content can refer to by name. */
export interface ContentItem {
  kind: 'entry' | 'fact' | 'image' | 'document' | 'part'
  /**
   * Name such as `services/amazon-seo`, `facts/reply-time` or `images/shelves.jpg`, or `dialogs/contact` for a part of
   * site.yaml.
   */
  name: string
  collection: string
  /** The item's name in references. */
  reference: string
  /** The item's file, or the file that contains it, relative to the parent of the content folder. */
  file: string
  /** Parsed file; set only for entries. */
  entry?: ParsedFile
  /** Address of an entry with a page, or of a download; undefined for all other items. */
  address?: string | undefined
}

export function listContentItems({ files, facts, images, documents }: ParsedFolder): ContentItem[] {
  const site = findSingleFile(files, 'site')
  const home = findSingleFile(files, 'facts')?.file ?? ''
  const addresses = findFolderAddresses(files)
  const root = (files[0]?.file ?? '').split('/')[0]
  const entries = files.flatMap((entry): ContentItem[] => {
    const { collection, folder, slug, file } = entry
    if (!collection) return []
    const named = { collection: collection.name, reference: getReferenceName(collection, entry) }
    return [
      { kind: 'entry', name: `${folder}/${slug}`, ...named, file, entry, address: getPageAddress(entry, addresses) },
    ]
  })
  const create = (kind: ContentItem['kind'], collection: string, name: string, file: string): ContentItem => {
    return { kind, name: `${collection}/${name}`, collection, reference: name, file }
  }
  return [
    ...entries,
    ...referencedSiteParts.flatMap((part) =>
      listSitePartNames(site?.data, part).map((name) => create('part', part, name, site?.file ?? '')),
    ),
    ...[...facts.keys()].map((name) => create('fact', 'facts', name, home)),
    ...(site ? SITE_FACT_NAMES.map((name) => create('fact', 'facts', name, site.file)) : []),
    ...[...images].map((name) => create('image', 'images', name, `${root}/images/${name}`)),
    ...[...documents].map((name) => {
      const file = `${root}/${DOCUMENTS_FOLDER}/${name}`
      return { ...create('document', DOCUMENTS_FOLDER, name, file), address: toDocumentAddress(name) }
    }),
  ]
}

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
    const choices = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
    throw new Failure(`"${name}" is ambiguous: use ${choices}.`, exitCodes.usage)
  }
  const known = items.flatMap((item) => [item.name, lastOf(item), item.address]).filter((word) => word !== undefined)
  const help = suggestCorrection(name, known) ?? 'site list shows all items.'
  throw new Failure(`There is no item named "${name}". ${help}`, exitCodes.usage)
}

export function listMatchingItems(name: string, items: readonly ContentItem[], folder: string): ContentItem[] {
  const word = name.replace(/^\{(.*)\}$/, 'facts/$1')
  const address = word.replace(/(?<=.)[?#].*/s, '').replace(/(?<=.)\/$/, '')
  const atAddress = items.filter((item) => item.address === address)
  if (atAddress.length > 0) return atAddress
  const files = [path.resolve(word), path.resolve(folder, word)]
  const isFile = ({ file }: ContentItem) => file === word || files.includes(path.resolve(path.dirname(folder), file))
  // Skip facts and parts of site.yaml, because their file contains many items.
  const inFile = items.filter((item) => ['entry', 'image', 'document'].includes(item.kind) && isFile(item))
  if (inFile.length > 0) return inFile
  const named = items.filter(
    ({ name, collection, reference }) => name === word || `${collection}/${reference}` === word,
  )
  return named.length > 0 ? named : items.filter((item) => lastOf(item) === word)
}

function lastOf({ name }: ContentItem): string {
  return name.slice(name.indexOf('/') + 1)
}
