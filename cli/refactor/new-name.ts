import { pathField, pathOf } from '@northshelf/site/collections/addresses.ts'
import { documentAddress } from '../content/document-names.ts'
import { whyNoFact } from '../content/facts.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { isSlug, toSlug } from '../content/slug.ts'
import { exit, Failure } from '../diagnostics/failure.ts'
import type { Thing } from './content-item.ts'
import { whyTakenAmong } from './free-name.ts'
import type { Named } from './read-items.ts'

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
export function newNameOf(thing: Thing, said: string, named: Named): NewName {
  const made = thing.entry ? nameOfEntry(thing, thing.entry, said, named) : nameOfOther(thing, said)
  if (made.name === thing.name && made.address === thing.address) refuse(`It is called ${thing.name} already.`)
  const there = named.things.find(
    ({ file, name, kind }) => name === made.name && (kind === 'fact' || file === made.file),
  )
  if (there && there !== thing) refuse(`${there.name} is there already.`)
  return made
}

function nameOfOther({ kind, name, collection, reference, file }: Thing, said: string): NewName {
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

function nameOfEntry(thing: Thing, entry: ParsedFile, said: string, { parsed }: Named): NewName {
  const { collection } = entry
  if (!collection) throw new Error(`${entry.file} is no entry`)
  const { folder, slug } = placeOf(thing, entry, said)
  for (const part of said.startsWith('/') ? said.slice(1).split('/') : [slug]) checkSlug(part)
  if (!(folder in collection.folders))
    refuse(`It stays in ${Object.keys(collection.folders).join(' or ')}: what ${folder} has is of another kind.`)
  const field = pathField(collection)
  const follows = thing.address?.endsWith(`/${entry.slug}`)
  const written = said.startsWith('/') ? said : follows ? thing.address?.replace(/[^/]*$/, slug) : thing.address
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
function placeOf({ address }: Thing, { collection, folder, slug }: ParsedFile, said: string) {
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
  if (isSlug(slug)) return
  const meant = toSlug(slug)
  refuse(`"${slug}" is no name: lower-case letters, digits and single dashes.${meant ? ` Did you mean ${meant}?` : ''}`)
}

function refuse(why: string): never {
  throw new Failure(`${why} Nothing was written.`, exit.usage)
}
