import type { FolderAddresses } from '@northshelf/site/collections/addresses.ts'
import { getPageAddress } from '../content/addresses.ts'
import type { ContentFile } from '../content/read.ts'
import { isSlug, toSlug } from '../content/slug.ts'
import { explainReservedAddress } from '../rules/addresses.ts'

/** A content file, which may not exist yet. */
type FileDraft = Pick<ContentFile, 'collection' | 'folder' | 'slug' | 'text'>

/** Returns the reason why a name is not allowed in an address; undefined if it is allowed. */
export function findSlugProblem(name: string): string | undefined {
  if (isSlug(name)) return undefined
  const hint = toSlug(name) && ` Did you mean ${toSlug(name)}?`
  return `"${name}" cannot be used in an address: use lower-case letters, digits and single dashes.${hint}`
}

/**
 * Returns an error message if a new file's address is reserved or if another file already has that address or the same
 * value in a unique field.
 */
export function findNameConflict(
  files: readonly (FileDraft & { file: string })[],
  draft: FileDraft,
  addresses: FolderAddresses,
): string | undefined {
  const address = getPageAddress(draft, addresses)
  const reserved = address && explainReservedAddress(address)
  if (reserved) return `No page can have the address ${address}: ${reserved}.`
  const owner = address && files.find((file) => getPageAddress(file, addresses) === address)
  if (owner) return `The address ${address} is already used by ${owner.file}.`
  const { unique } = draft.collection
  const value = unique && fieldOf(draft, unique)
  const other = value && files.find((file) => file.collection === draft.collection && fieldOf(file, unique) === value)
  return other ? `The ${unique} ${value} is already used by ${other.file}.` : undefined
}

/** Finds a field without parsing the file, which may be invalid. */
function fieldOf({ text }: FileDraft, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*["']?([^\\s"']+)`, 'm').exec(text)?.[1]
}
