import { getAddressFieldPath, listAddresses } from '../content/addresses.ts'
import { DOCUMENTS_FOLDER } from '../content/document-names.ts'
import type { ParsedFolder } from '../content/parsed.ts'
import { createProblemAt, type Problem } from '../diagnostics/problem.ts'
import { defineRules, getLocationRange } from './rule.ts'

/** First segments of reserved addresses, each with the reason. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ...['functions', 'thanks', 'attachments', 'inbox', 'livez', 'readyz', 'healthz', 'metrics'].map(
    (name) => [name, 'the relay uses it'] as const,
  ),
  ...['assets', 'data', 'share'].map((name) => [name, 'the build uses it for its own files'] as const),
  [DOCUMENTS_FOLDER, 'downloads use it'],
  ['src', 'site dev uses it for modules'],
  // https://developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint/
  ['cdn-cgi', 'Cloudflare uses it'],
])

/** Returns the reason why an address is reserved; undefined if a page may use it. */
export function explainReservedAddress(path: string): string | undefined {
  const [, first = ''] = path.split('/')
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (last === 'index') return 'hosts serve index.html as the page of its folder'
  if (last === '404') return 'hosts serve 404.html for missing pages'
  if (path.split('/').includes('page')) return 'paginated lists use it, as in /blog/page/2'
  return OWNERS.get(first)
}

function reservedAddresses({ files }: ParsedFolder): Problem[] {
  return listAddresses(files).flatMap(({ path, file }): Problem[] => {
    const why = explainReservedAddress(path)
    if (!why) return []
    const field = getAddressFieldPath(file)
    const range = getLocationRange({ file, path: field })
    const help = field ? 'Choose another path.' : 'Rename the file: its name is the last part of the address.'
    const message = `no page can have the address ${path}: ${why}`
    return [createProblemAt(file, range, { rule: 'path/reserved', message, help })]
  })
}

export const reservedAddressRules = defineRules({
  'path/reserved': {
    means: 'A page has an address that is reserved for the relay, the build, a paginated list or the host.',
    matters: 'The page could be unreachable, replace the front page or the "Page not found" page, or break forms.',
    bad: 'pages/data.yaml   path: /data\nblog/index.md',
    good: 'pages/data.yaml   path: /our-data\nblog/all-about-stock.md',
    fix: 'Choose another path, or rename the file if its name is part of the address.',
  },
}).inFolder(reservedAddresses)
