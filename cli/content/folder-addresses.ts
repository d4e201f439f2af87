import { type FolderAddresses, getFolderAddress } from '@northshelf/site/collections/addresses.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import { folderAddress } from '@northshelf/site/entries/site.ts'
import { parse } from 'yaml'
import type { TextFile } from './decode-text.ts'
import { memoize } from './memoize.ts'
import { findSingleFile, type ParsedFile } from './parsed.ts'
import type { ContentFolder } from './read.ts'

const NONE: FolderAddresses = {}

/** Returns the valid `addresses` in site.yaml for a folder whose files are not parsed yet. */
export function readFolderAddresses({ singles }: Pick<ContentFolder, 'singles'>): FolderAddresses {
  const site = singles.get('site.yaml')
  return site ? readAddresses(site) : NONE
}

/** Returns the valid `addresses` in site.yaml, even if the file has errors. */
export function findFolderAddresses(files: readonly ParsedFile[]): FolderAddresses {
  const site = findSingleFile(files, 'site')
  return site ? readAddresses(site) : NONE
}

const readAddresses = memoize(({ text }: Pick<TextFile, 'text'>): FolderAddresses => {
  // The site.yaml of another language is JSON.
  if (!/(?:^|")addresses"?:/m.test(text)) return NONE
  try {
    const entries = Object.entries(parse(text).addresses ?? {})
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => folderAddress.test(String(entry[1]))),
    )
  } catch {
    return NONE
  }
})

/** Returns a function that moves paths below the default address of a folder to its address in site.yaml. */
export function createPathMover(addresses: FolderAddresses): (path: string) => string {
  const moved = collections.flatMap((collection) =>
    Object.keys(collection.folders).map((folder) => ({
      from: `${getFolderAddress(collection, folder, {})}/`,
      to: `${getFolderAddress(collection, folder, addresses)}/`,
    })),
  )
  return (path) => {
    const { from = '', to = '' } = moved.find((folder) => path.startsWith(folder.from)) ?? {}
    return to + path.slice(from.length)
  }
}
