import type { FolderAddresses } from '@northshelf/site/collections/addresses.ts'
import { createPathMover } from '../content/folder-addresses.ts'
import type { Thresholds } from '../diagnostics/thresholds.ts'

/** Lets exceptions for the default address of a folder, such as `/blog/*`, apply to the address in site.yaml. */
export function moveExceptions({ exceptions, ...thresholds }: Thresholds, addresses: FolderAddresses): Thresholds {
  const move = createPathMover(addresses)
  return { ...thresholds, exceptions: exceptions.map(({ pages, ...own }) => ({ ...own, pages: pages.map(move) })) }
}
