import { pathOf } from '../content/addresses.ts'
import { type ContentFile, readContentFolder } from '../content/read.ts'
import { isSlug, toSlug } from '../content/slug.ts'
import { whyReserved } from '../rules/reserved-addresses.ts'

/** A content file, which may not exist yet. */
export type Draft = Pick<ContentFile, 'collection' | 'folder' | 'slug' | 'text'>

/** Returns the reason why a name cannot be part of an address; undefined if it can. */
export function faultOfSlug(name: string): string | undefined {
  if (isSlug(name)) return undefined
  const hint = toSlug(name) && ` Did you mean ${toSlug(name)}?`
  return `"${name}" cannot be an address: use lower-case letters, digits and single dashes.${hint}`
}

/** Returns the reason why the address or unique field of a new file is taken; undefined if it is free. */
export function whyTaken(content: string, draft: Draft): string | undefined {
  return whyTakenAmong(readContentFolder(content).files, draft)
}

export function whyTakenAmong(files: readonly (Draft & { file: string })[], draft: Draft): string | undefined {
  const address = addressOf(draft)
  const reserved = address && whyReserved(address)
  if (reserved) return `No page can have the address ${address}: ${reserved}.`
  const home = address && files.find((file) => addressOf(file) === address)
  if (home) return `The address ${address} is already used by ${home.file}.`
  const { unique } = draft.collection
  const value = unique && fieldOf(draft, unique)
  const other = value && files.find((file) => file.collection === draft.collection && fieldOf(file, unique) === value)
  if (other) return `The ${unique} ${value} is already used by ${other.file}.`
  return undefined
}

/** Returns the address of a file's page; undefined if the file has no page. */
export function addressOf(file: Draft): string | undefined {
  return pathOf({ ...file, source: undefined })
}

/** Finds a field without parsing the file, because the file may be invalid. */
function fieldOf({ text }: Draft, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*["']?([^\\s"']+)`, 'm').exec(text)?.[1]
}
