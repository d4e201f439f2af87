import { type FolderAddresses, getFolderAddress } from '@northshelf/site/collections/addresses.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { Thresholds } from '../diagnostics/thresholds.ts'

/** Lets exceptions for the default address of a folder, such as `/blog/*`, apply to the address in site.yaml. */
export function moveExceptions({ exceptions, ...thresholds }: Thresholds, addresses: FolderAddresses): Thresholds {
  const moved = collections.flatMap((collection) =>
    Object.keys(collection.folders).map((folder) => [
      `${getFolderAddress(collection, folder, {})}/`,
      `${getFolderAddress(collection, folder, addresses)}/`,
    ]),
  )
  const move = (pattern: string) => {
    const [from = '', to = ''] = moved.find(([before = '']) => pattern.startsWith(before)) ?? []
    return to + pattern.slice(from.length)
  }
  return { ...thresholds, exceptions: exceptions.map(({ pages, ...own }) => ({ ...own, pages: pages.map(move) })) }
}
