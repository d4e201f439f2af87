import type { Redirect, Redirects } from '@northshelf/site/collections/redirects.ts'
import type { Site } from '@northshelf/site/entries/site.ts'
import { getPageAddress } from './addresses.ts'
import { findSingleFile, type ParsedFile } from './parsed.ts'
import { type Edition, getPublicationStatus } from './publication.ts'

/** Lists permanent redirects from redirects.yaml, and temporary ones from expired entries to their parent page. */
export function listRedirects(files: readonly ParsedFile[], site: Site, edition: Edition): Redirect[] {
  const written = (findSingleFile(files, 'redirects')?.valid ?? {}) as NonNullable<Redirects>
  const moved = Object.entries(written).flatMap(([from, to]): Redirect[] => {
    const path = from.normalize().replace(/\/$/, '')
    // Also redirect non-ASCII paths with a trailing slash, because servers strip the slash only from ASCII paths.
    const spellings = /^[\x20-\x7E]*$/.test(path) ? [path] : [path, `${path}/`]
    return spellings.map((spelling) => ({ from: spelling, to, status: 308 }))
  })
  const expired = files.flatMap((file): Redirect[] => {
    const { collection, folder } = file
    if (!file.valid || edition.all || getPublicationStatus(file, edition.today).state !== 'expired') return []
    const from = getPageAddress(file, site.addresses)
    const to = collection?.pages?.parent?.(folder, site)?.to
    return from && to ? [{ from, to, status: 307 }] : []
  })
  return [...moved, ...expired].sort((a, b) => (a.from < b.from ? -1 : 1))
}
