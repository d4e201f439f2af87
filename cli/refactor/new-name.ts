import { type FolderAddresses, getPagePath, getPathField } from '@northshelf/site/collections/addresses.ts'
import { toDocumentAddress } from '../content/documents.ts'
import { findFactNameProblem } from '../content/facts.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { findFolderAddresses } from '../content/site-settings.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import type { ContentItem } from './content-item.ts'
import { findNameConflict, findSlugProblem } from './name-conflicts.ts'
import type { ContentIndex } from './read-items.ts'

/** The name and address of an item after a rename. */
export interface NewName {
  name: string
  /** The item's name in references. */
  reference: string
  /** Path relative to the parent of the content folder. */
  file: string
  address?: string | undefined
}

/**
 * Returns an item's new name, file and address.
 * @param newName a name such as `returns`, with or without its folder, or the new address of a page
 * @throws Failure with exit code 2 if the name is invalid or taken
 */
export function resolveNewName(item: ContentItem, newName: string, index: ContentIndex): NewName {
  const made = item.entry ? nameOfEntry(item, item.entry, newName, index) : nameOfOther(item, newName)
  if (made.name === item.name && made.address === item.address) refuse(`The item is already called ${item.name}.`)
  const existing = index.items.find(
    ({ file, name, kind }) => name === made.name && (kind === 'fact' || file === made.file),
  )
  if (existing && existing !== item) refuse(`${existing.name} already exists.`)
  return made
}

function nameOfOther({ kind, name, collection, reference, file }: ContentItem, newName: string): NewName {
  if (kind === 'part' || file.endsWith('/site.yaml')) refuse(`${name} is defined in site.yaml and cannot be renamed.`)
  const own = newName
    .replace(/^\{(.*)\}$/, '$1')
    .replace(kind === 'fact' ? /^facts\// : /^(?:.*\/)?(?:images|files)\//, '')
  if (kind === 'fact') {
    checkSlug(own)
    const why = findFactNameProblem(own)
    if (why) refuse(`No fact can be named "${own}": ${why}.`)
    return { name: `facts/${own}`, reference: own, file }
  }
  const ending = /\.[^./]+$/.exec(reference)?.[0] ?? ''
  if (!own.endsWith(ending) || !/^[\w-][\w./-]*$/.test(own) || own.includes('..'))
    refuse(`"${own}" is not a valid name: use letters, digits and dashes, and end it with ${ending}.`)
  if (kind === 'document') checkSlug(own.slice(0, -ending.length))
  const renamed = { name: `${collection}/${own}`, reference: own, file: file.slice(0, -reference.length) + own }
  return kind === 'document' ? { ...renamed, address: toDocumentAddress(own) } : renamed
}

function nameOfEntry(item: ContentItem, entry: ParsedFile, newName: string, { parsed }: ContentIndex): NewName {
  const { collection } = entry
  if (!collection) throw new Error(`${entry.file} is not an entry`)
  const addresses = findFolderAddresses(parsed.files)
  const { folder, slug } = placeOf(item, entry, newName, addresses)
  for (const part of newName.startsWith('/') ? newName.slice(1).split('/') : [slug]) checkSlug(part)
  if (!(folder in collection.folders)) refuse(`The entry must stay in ${Object.keys(collection.folders).join(' or ')}.`)
  const field = getPathField(collection)
  const follows = item.address?.endsWith(`/${entry.slug}`)
  const written = newName.startsWith('/')
    ? newName
    : follows
      ? item.address?.replace(/(?<![^/])[^/]*$/, slug)
      : item.address
  const address = field ? written : getPagePath(collection, { folder, slug }, addresses)
  const others = parsed.files.flatMap((file) =>
    file.collection && file !== entry ? [{ ...file, collection: file.collection }] : [],
  )
  const text = field
    ? entry.text.replace(new RegExp(`^(${field}:[ \\t]*["']?)[^\\s"']+`, 'm'), `$1${address}`)
    : entry.text
  const taken = findNameConflict(others, { collection, folder, slug, text }, addresses)
  if (taken) refuse(taken)
  const reference = Object.keys(collection.folders).length > 1 ? `${folder}/${slug}` : slug
  const file = `${entry.file.split('/')[0]}/${folder}/${slug}${collection.extension}`
  return { name: `${folder}/${slug}`, reference, file, ...(address && { address }) }
}

/** Returns the new folder and file name of an entry. */
function placeOf(
  { address }: ContentItem,
  { collection, folder, slug }: ParsedFile,
  newName: string,
  addresses: FolderAddresses,
) {
  const parts = newName.replace(/\.(?:yaml|md)$/, '').split('/')
  const last = parts.at(-1) ?? ''
  if (!newName.startsWith('/')) return { folder: parts.at(-2) ?? folder, slug: last }
  if (address === undefined || !collection) refuse(`The entry has no page, so "${newName}" cannot be its address.`)
  if (getPathField(collection)) {
    if (address === '/') refuse('The address of the front page cannot change.')
    // If the old address ended with the file name, rename the file to match the new address.
    return { folder, slug: address.endsWith(`/${slug}`) ? last : slug }
  }
  const home = Object.keys(collection.folders).find(
    (name) => getPagePath(collection, { folder: name, slug: last }, addresses) === newName,
  )
  if (!home) refuse(`Only the last part of the address ${address} can change.`)
  return { folder: home, slug: last }
}

function checkSlug(slug: string): void {
  const invalid = findSlugProblem(slug)
  if (invalid) refuse(invalid)
}

function refuse(why: string): never {
  throw new Failure(`${why} Nothing was written.`, exitCodes.usage)
}
