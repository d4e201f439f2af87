import type { ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'
import { listAddresses, writtenPath } from './addresses.ts'

/** First parts of addresses that belong to something else: a page there would hide it, or be hidden by it. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ...['functions', 'thanks', 'attachments', 'inbox', 'livez', 'readyz', 'healthz', 'metrics'].map(
    (name) => [name, 'the relay answers there'] as const,
  ),
  ...['assets', 'data', 'share'].map((name) => [name, 'the build puts files of its own there'] as const),
  ['src', 'site dev serves its modules there'],
  // https://developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint/
  ['cdn-cgi', 'Cloudflare answers there'],
])

/** Why no page can have an address; undefined for all others. */
export function whyReserved(path: string): string | undefined {
  const [, first = ''] = path.split('/')
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (last === 'index') return 'hosts take index.html for the page of its folder'
  if (last === '404') return 'hosts take 404.html for the page that is not found'
  return OWNERS.get(first)
}

/** Pages at addresses that something else has. */
export function reservedAddresses({ files }: ParsedFolder): Problem[] {
  return listAddresses(files).flatMap(({ path, file }): Problem[] => {
    const why = whyReserved(path)
    if (!why) return []
    const own = writtenPath(file)
    const place = (own && file.source?.locate(own)) || createPlaces(file.text)(0, 1)
    const help = own ? 'Write another path.' : 'Give the file another name: it is the end of the address.'
    const message = `no page can have the address ${path}: ${why}`
    return [{ rule: 'path/reserved', severity: 'error', file: file.file, ...place, message, help }]
  })
}
