import { listAddresses, writtenPath } from '../content/addresses.ts'
import { DOCUMENTS } from '../content/document-names.ts'
import type { ParsedFolder } from '../content/parsed.ts'
import { type Problem, problemAt } from '../diagnostics/problem.ts'
import { defineRules, rangeOf } from './rule.ts'

/** First segments of addresses that something else serves. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ...['functions', 'thanks', 'attachments', 'inbox', 'livez', 'readyz', 'healthz', 'metrics'].map(
    (name) => [name, 'the relay answers there'] as const,
  ),
  ...['assets', 'data', 'share'].map((name) => [name, 'the build puts files of its own there'] as const),
  [DOCUMENTS, 'files to download are there'],
  ['src', 'site dev serves its modules there'],
  // https://developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint/
  ['cdn-cgi', 'Cloudflare answers there'],
])

/** Returns why no page can have an address; undefined if one can. */
export function whyReserved(path: string): string | undefined {
  const [, first = ''] = path.split('/')
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (last === 'index') return 'hosts take index.html for the page of its folder'
  if (last === '404') return 'hosts take 404.html for the page that is not found'
  if (path.split('/').includes('page')) return 'long lists go on there, as at /blog/page/2'
  return OWNERS.get(first)
}

function reservedAddresses({ files }: ParsedFolder): Problem[] {
  return listAddresses(files).flatMap(({ path, file }): Problem[] => {
    const why = whyReserved(path)
    if (!why) return []
    const field = writtenPath(file)
    const range = rangeOf({ file, path: field })
    const help = field ? 'Write another path.' : 'Give the file another name: it is the end of the address.'
    const message = `no page can have the address ${path}: ${why}`
    return [problemAt(file, range, { rule: 'path/reserved', message, help })]
  })
}

export const reservedAddressRules = defineRules({
  'path/reserved': {
    means: 'A page has an address that belongs to the relay, to the build, to a list or to the host.',
    matters:
      'The page would take the place of the front page, of "Page not found" or of a form, or would never be seen.',
    bad: 'pages/data.yaml   path: /data\nblog/index.md',
    good: 'pages/data.yaml   path: /our-data\nblog/all-about-stock.md',
    fix: 'Write another path. Services, jobs and articles have theirs from folder and file name.',
  },
}).inFolder(reservedAddresses)
