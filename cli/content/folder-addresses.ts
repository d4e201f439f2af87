import type { FolderAddresses } from '@northshelf/site/collections/addresses.ts'
import { parse } from 'yaml'
import { memoize } from './memoize.ts'
import { findSingleFile, type ParsedFile } from './parsed.ts'
import type { ContentFolder } from './read.ts'
import type { TextFile } from './read-text.ts'

const NONE: FolderAddresses = {}

/** Returns `addresses` from site.yaml, as far as it can be read. */
export function readFolderAddresses({ singles }: Pick<ContentFolder, 'singles'>): FolderAddresses {
  const site = singles.get('site.yaml')
  return site ? readAddresses(site) : NONE
}

/** Returns `addresses` from site.yaml, as far as it can be read. */
export function findFolderAddresses(files: readonly ParsedFile[]): FolderAddresses {
  const site = findSingleFile(files, 'site')
  return site ? readAddresses(site) : NONE
}

const readAddresses = memoize(({ text }: Pick<TextFile, 'text'>): FolderAddresses => {
  if (!/^addresses:/m.test(text)) return NONE
  try {
    const entries = Object.entries(parse(text).addresses ?? {})
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return NONE
  }
})
