import { getFolderAddress } from '@northshelf/site/collections/addresses.ts'
import type { CollectionPages } from '@northshelf/site/collections/collection.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { PagedEntry } from '@northshelf/site/entries/entry.ts'
import { findSingleFile, type ParsedFile } from '../content/parsed.ts'
import { findFolderAddresses } from '../content/site-settings.ts'
import { isPlainObject, valueAt } from '../content/value-at.ts'
import type { ValuePath } from '../content/yaml/source.ts'
import { createProblemAt, type Problem } from '../diagnostics/problem.ts'
import { findSafeCorrection, suggestCorrection } from '../diagnostics/suggest.ts'
import { defineRules } from './rule.ts'

export const siteFolderRules = defineRules({
  'site/folder': {
    means: 'site.yaml names a content folder that does not exist or has no pages.',
    matters: 'The submenu would be empty, or the address would have no effect.',
    bad: 'addresses: { job: /work }',
    good: 'addresses: { jobs: /work }',
    fix: 'Use the name of a content folder whose files have pages.',
  },
  'site/folder-address': {
    means: '`addresses` in site.yaml gives two folders the same address.',
    matters: 'The feeds of both folders would have the same address, and so could their pages.',
    bad: 'addresses: { blog: /news, insights: /news }',
    good: 'addresses: { blog: /news, insights: /studies }',
    fix: 'Give each folder its own address.',
  },
}).inFolder(({ files }) => {
  const site = findSingleFile(files, 'site')
  return site ? [...checkSubmenus(site), ...checkAddresses(site, files)] : []
})

function checkSubmenus(site: ParsedFile): Problem[] {
  const folders = listFolders(() => true)
  const links = valueAt(site.data, ['navigation', 'links'])
  return (Array.isArray(links) ? links : []).flatMap((link, index) => {
    const folder: unknown = isPlainObject(link) ? link.entries : undefined
    if (typeof folder !== 'string' || folders.includes(folder)) return []
    return reportUnknownFolder(site, ['navigation', 'links', index, 'entries'], folder, folders)
  })
}

function checkAddresses(site: ParsedFile, files: readonly ParsedFile[]): Problem[] {
  const addresses = findFolderAddresses(files)
  const folders = listFolders(({ path }) => path.includes('{folder}'))
  const addressOf = (folder: string) => {
    const collection = collections.find((candidate) => folder in candidate.folders)
    return collection && getFolderAddress(collection, folder, addresses)
  }
  return Object.entries(addresses).flatMap(([folder, address]): Problem[] => {
    const path = ['addresses', folder]
    if (!folders.includes(folder)) return reportUnknownFolder(site, path, folder, folders)
    const other = folders.find((name) => name !== folder && addressOf(name) === address)
    if (!other || !site.source) return []
    const message = `the folders ${folder} and ${other} have the same address, ${address}`
    const details = { rule: 'site/folder-address', message, help: 'Choose another address for one of them.' }
    return [createProblemAt(site, site.source.range(path), details)]
  })
}

/** Lists the folders whose files have pages of the given kind. */
function listFolders(filter: (pages: CollectionPages<PagedEntry, string>) => boolean): string[] {
  const found = collections.flatMap(({ folders, pages }) => (pages && filter(pages) ? Object.keys(folders) : []))
  return [...new Set(found)]
}

function reportUnknownFolder(site: ParsedFile, path: ValuePath, folder: string, known: string[]) {
  const { source } = site
  if (!source) return []
  const isKey = path.at(-1) === folder
  const exists = collections.some(({ folders }) => folder in folders)
  const message = exists
    ? `the files in ${folder} have no pages with a common address`
    : `there is no content folder "${folder}"`
  const help = suggestCorrection(folder, known) ?? `Choose from ${known.join(', ')}.`
  const range = source.range(path, isKey ? 'key' : 'value')
  return [createProblemAt(site, range, { rule: 'site/folder', message, help }, findSafeCorrection(folder, known))]
}
