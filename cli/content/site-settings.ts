import type { FolderAddresses } from '@northshelf/site/collections/addresses.ts'
import { folderAddress } from '@northshelf/site/entries/site.ts'
import { getDayInZone, isTimeZone } from '@northshelf/site/entries/time-zone.ts'
import { parse } from 'yaml'
import type { TextFile } from './decode-text.ts'
import { memoize } from './memoize.ts'
import { isPlainObject } from './value-at.ts'

// Fields of site.yaml that are needed before its data is checked, or even if other fields have errors.

type SiteFile = Pick<TextFile, 'text'>
/** A folder whose files are not parsed yet. */
interface ReadFolder {
  singles: ReadonlyMap<string, SiteFile>
}
type ParsedFiles = readonly (SiteFile & { collection: unknown; slug: string; data: unknown })[]

const findSite = (files: ParsedFiles) => files.find(({ collection, slug }) => !collection && slug === 'site')

const readFields = memoize(({ text }: SiteFile): unknown => {
  try {
    return parse(text)
  } catch {
    return undefined
  }
})

/** Returns a field as written. Parses the file only if it contains the name. */
function readField(site: SiteFile | undefined, name: string): unknown {
  const fields = site?.text.includes(name) ? readFields(site) : undefined
  return isPlainObject(fields) ? fields[name] : undefined
}

/** Returns the `languages`. */
export const readLanguages = memoize((site: SiteFile): string[] => {
  const languages = readField(site, 'languages')
  return Array.isArray(languages) ? languages.filter((language) => typeof language === 'string') : []
})

const NO_ADDRESSES: FolderAddresses = {}

const readAddresses = memoize((site: SiteFile): FolderAddresses => {
  const addresses = readField(site, 'addresses')
  if (!isPlainObject(addresses)) return NO_ADDRESSES
  const entries = Object.entries(addresses)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => folderAddress.test(String(entry[1]))))
})

/** Returns the valid `addresses`. */
export function readFolderAddresses({ singles }: ReadFolder): FolderAddresses {
  const site = singles.get('site.yaml')
  return site ? readAddresses(site) : NO_ADDRESSES
}

/** Returns the valid `addresses`. */
export function findFolderAddresses(files: ParsedFiles): FolderAddresses {
  const site = findSite(files)
  return site ? readAddresses(site) : NO_ADDRESSES
}

/** Returns the time zone; undefined if it is missing or invalid. */
export function findTimeZone(files: ParsedFiles): string | undefined {
  const data = findSite(files)?.data
  return isPlainObject(data) ? toTimeZone(data.timeZone) : undefined
}

/** Returns today's date in the site's time zone. */
export function readToday({ singles }: ReadFolder): string {
  return getDayInZone(new Date(), toTimeZone(readField(singles.get('site.yaml'), 'timeZone')))
}

function toTimeZone(zone: unknown): string | undefined {
  return typeof zone === 'string' && isTimeZone(zone) ? zone : undefined
}
