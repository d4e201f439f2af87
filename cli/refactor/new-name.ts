import { pathField, pathOf } from '@northshelf/site/collections/addresses.ts'
import { documentAddress } from '../content/document-names.ts'
import { whyNoFact } from '../content/facts.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { exit, Failure } from '../diagnostics/failure.ts'
import type { ContentItem } from './content-item.ts'
import { faultOfSlug, whyTakenAmong } from './free-name.ts'
import type { ContentIndex } from './read-items.ts'

/** What something is called after a rename. */
export interface NewName {
  name: string
  /** As references name it. */
  reference: string
  /** Relative to the parent of the content folder. */
  file: string
  address?: string | undefined
}

/**
 * @param said a name such as `returns`, with or without its folder, or, for a page, its new address
 * @throws Failure with exit code 2 when it cannot be called so
 */
export function newNameOf(item: ContentItem, said: string, index: ContentIndex): NewName {
  const made = item.entry ? nameOfEntry(item, item.entry, said, index) : nameOfOther(item, said)
  if (made.name === item.name && made.address === item.address) refuse(`It is called ${item.name} already.`)
  const there = index.items.find(
    ({ file, name, kind }) => name === made.name && (kind === 'fact' || file === made.file),
  )
  if (there && there !== item) refuse(`${there.name} is there already.`)
  return made
}

function nameOfOther({ kind, name, collection, reference, file }: ContentItem, said: string): NewName {
  if (kind === 'part' || file.endsWith('/site.yaml'))
    refuse(`${name} is a part of site.yaml that programs know by this name, or that only site.yaml says.`)
  const own = said
    .replace(/^\{(.*)\}$/, '$1')
    .replace(kind === 'fact' ? /^facts\// : /^(?:.*\/)?(?:images|files)\//, '')
  if (kind === 'fact') {
    checkSlug(own)
    const why = whyNoFact(own)
    if (why) refuse(`No fact can be named "${own}": ${why}.`)
    return { name: `facts/${own}`, reference: own, file }
  }
  const ending = /\.[^./]+$/.exec(reference)?.[0] ?? ''
  if (!own.endsWith(ending) || !/^[\w-][\w./-]*$/.test(own) || own.includes('..'))
    refuse(`"${own}" cannot be its name: letters, digits and dashes, and ${ending} at its end.`)
  if (kind === 'document') checkSlug(own.slice(0, -ending.length))
  const renamed = { name: `${collection}/${own}`, reference: own, file: file.slice(0, -reference.length) + own }
  return kind === 'document' ? { ...renamed, address: documentAddress(own) } : renamed
}

function nameOfEntry(item: ContentItem, entry: ParsedFile, said: string, { parsed }: ContentIndex): NewName {
  const { collection } = entry
  if (!collection) throw new Error(`${entry.file} is no entry`)
  const { folder, slug } = placeOf(item, entry, said)
  for (const part of said.startsWith('/') ? said.slice(1).split('/') : [slug]) checkSlug(part)
  if (!(folder in collection.folders))
    refuse(`It stays in ${Object.keys(collection.folders).join(' or ')}: what ${folder} has is of another kind.`)
  const field = pathField(collection)
  const follows = item.address?.endsWith(`/${entry.slug}`)
  const written = said.startsWith('/') ? said : follows ? item.address?.replace(/[^/]*$/, slug) : item.address
  const address = field ? written : pathOf(collection, { folder, slug })
  const others = parsed.files.flatMap((file) =>
    file.collection && file !== entry ? [{ ...file, collection: file.collection }] : [],
  )
  const text = field
    ? entry.text.replace(new RegExp(`^(${field}:[ \\t]*["']?)[^\\s"']+`, 'm'), `$1${address}`)
    : entry.text
  const taken = whyTakenAmong(others, { collection, folder, slug, text })
  if (taken) refuse(taken)
  const reference = Object.keys(collection.folders).length > 1 ? `${folder}/${slug}` : slug
  const file = `${entry.file.split('/')[0]}/${folder}/${slug}${collection.extension}`
  return { name: `${folder}/${slug}`, reference, file, ...(address && { address }) }
}

/** Folder and file name. */
function placeOf({ address }: ContentItem, { collection, folder, slug }: ParsedFile, said: string) {
  const parts = said.replace(/\.(?:yaml|md)$/, '').split('/')
  const last = parts.at(-1) ?? ''
  if (!said.startsWith('/')) return { folder: parts.at(-2) ?? folder, slug: last }
  if (address === undefined || !collection) refuse(`It has no page, so that "${said}" cannot be its address.`)
  if (pathField(collection)) {
    if (address === '/') refuse('The front page stays at /.')
    // The name of the file is a label for people; it goes along where it was that of the address.
    return { folder, slug: address.endsWith(`/${slug}`) ? last : slug }
  }
  const home = Object.keys(collection.folders).find((one) => pathOf(collection, { folder: one, slug: last }) === said)
  if (!home) refuse(`Its address is like ${address}: only the last part can be another.`)
  return { folder: home, slug: last }
}

function checkSlug(slug: string): void {
  const invalid = faultOfSlug(slug)
  if (invalid) refuse(invalid)
}

function refuse(why: string): never {
  throw new Failure(`${why} Nothing was written.`, exit.usage)
}
