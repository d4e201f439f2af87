import {
  getAddressFieldPath,
  listAddresses,
  listMarkdownCopyAddresses,
  listPublishedFiles,
} from '../content/addresses.ts'
import { DOCUMENTS_FOLDER, parseDocumentName, toDocumentAddress } from '../content/documents.ts'
import { createOriginStripper } from '../content/links.ts'
import { findSingleFile, type ParsedFile, type ParsedFolder } from '../content/parsed.ts'
import { findCleanAddress, isHiddenPath } from '../content/served-addresses.ts'
import { findFolderAddresses } from '../content/site-settings.ts'
import { createProblemAt, type Problem } from '../diagnostics/problem.ts'
import { findNearestWord } from '../diagnostics/suggest.ts'
import { defineRules, getLocationRange } from './rule.ts'

/** First segments of reserved addresses, each with the reason. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ...['functions', 'thanks', 'attachments', 'inbox', 'livez', 'readyz', 'healthz', 'metrics'].map(
    (name) => [name, 'the relay uses it'] as const,
  ),
  ...['assets', 'share'].map((name) => [name, 'the build uses it for its own files'] as const),
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

/** Maps old addresses to redirect targets, both normalized. Works even if redirects.yaml is invalid. */
export function listRedirectTargets(files: readonly ParsedFile[]): ReadonlyMap<string, string> {
  const data = findSingleFile(files, 'redirects')?.data
  const entries = Object.entries((typeof data === 'object' && data) || {}) as [string, unknown][]
  const inside = createOriginStripper(files)
  return new Map(entries.flatMap(([from, to]) => (typeof to === 'string' ? [[cleaned(from), inside(to)]] : [])))
}

/** Returns the last target in a chain of redirects; undefined if the chain is a loop. */
export function findFinalTarget(from: string, moved: ReadonlyMap<string, string>): string | undefined {
  const seen = new Set<string>()
  let at = from
  for (;;) {
    const path = toServedPath(at)
    const next = moved.get(path)
    if (next === undefined) return at
    if (seen.has(path)) return undefined
    seen.add(path)
    at = next
  }
}

/** Returns the path that a server looks up for an address, without query, anchor or trailing slash. */
export function toServedPath(address: string): string {
  return cleaned(address.split(/[?#]/)[0] ?? '')
}

function cleaned(path: string): string {
  return findCleanAddress(path, '') ?? path
}

export const addressRules = defineRules({
  'path/reserved': {
    means: 'A page has an address that is reserved for the relay, the build, a paginated list or the host.',
    matters: 'The page could be unreachable, replace the front page or the "Page not found" page, or break forms.',
    bad: 'pages/share.yaml   path: /share\nblog/index.md',
    good: 'pages/share.yaml   path: /share-of-market\nblog/all-about-stock.md',
    fix: 'Choose another path, or rename the file if its name is part of the address.',
  },
  'redirect/taken': {
    means: "A redirect's source address is already in use.",
    matters: 'Either the page at that address becomes unreachable, or the redirect has no effect.',
    bad: 'content/redirects.yaml /blog/ceilings-for-ads: /blog',
    good: 'content/redirects.yaml /blog/limits-for-ads: /blog/ceilings-for-ads',
    fix: 'Remove the line, or give the page another address. Addresses used by the relay, the build or the host cannot redirect.',
  },
  'redirect/loop': {
    means:
      'Redirects form a loop: addresses redirect to each other, or one redirects to itself, perhaps as a full URL.',
    matters: 'Instead of a page, browsers show an error such as "redirected you too many times".',
    bad: 'content/redirects.yaml { /old: /older, /older: /old }',
    good: 'content/redirects.yaml { /old: /contact, /older: /contact }',
    fix: 'Redirect each address to an existing page.',
  },
  'address/vanished': {
    means: 'A page listed in published.yaml no longer exists, and its address does not redirect.',
    matters: 'Visitors from other sites, bookmarks and search results see "Page not found".',
    bad: 'content/published.yaml - /blog/old-name',
    good: 'content/published.yaml - /contact',
    fix: 'Add a redirect to redirects.yaml. If the page is gone for good, remove its line from published.yaml.',
  },
}).inFolder((folder) => [
  ...findReservedAddresses(folder),
  ...findInvalidRedirects(folder),
  ...findVanishedAddresses(folder),
])

function findReservedAddresses({ files }: ParsedFolder): Problem[] {
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

/** Checks the old addresses in redirects.yaml. The link rules check the targets. */
function findInvalidRedirects({ files, documents, translatedPages }: ParsedFolder): Problem[] {
  const { source, data } = findSingleFile(files, 'redirects') ?? {}
  const moved = listRedirectTargets(files)
  if (!source || moved.size === 0) return []
  const publishedFiles = listPublishedFiles(findFolderAddresses(files))
  const owners = new Map([
    ...[...translatedPages, ...listAddresses(files)].map(({ path, file }) => [path, file.file] as const),
    ...[...listMarkdownCopyAddresses(files)].map(
      ([path, page]) => [path, `the Markdown copy of ${page.file.file}`] as const,
    ),
    ...[...documents].map((name) => [toDocumentAddress(name), `the file ${name}`] as const),
  ])
  return Object.keys(data as object).flatMap((written) => {
    const from = cleaned(written)
    const owner = owners.get(from)
    const why = owner ? `it is the address of ${owner}` : explainConflict(from, publishedFiles)
    if (!why && (!moved.has(from) || findFinalTarget(from, moved) !== undefined)) return []
    const key = source.range([written], 'key')
    if (why) {
      const help = owner ? 'Remove this line, or give the page another address.' : 'Remove this line.'
      return createProblemAt(source, key, { rule: 'redirect/taken', message: `${from} cannot redirect: ${why}`, help })
    }
    const message = `the redirect from ${from} to ${moved.get(from)} is part of a loop`
    return createProblemAt(source, key, { rule: 'redirect/loop', message, help: 'Redirect it to an existing page.' })
  })
}

function explainConflict(from: string, publishedFiles: readonly string[]): string | undefined {
  if (publishedFiles.includes(from)) return 'the build writes a file there'
  // A renamed download's old URL may redirect, even though it is in a reserved folder.
  if (parseDocumentName(from) !== undefined) return undefined
  return explainReservedAddress(from) ?? (isHiddenPath(from) ? 'hosts reserve it' : undefined)
}

/** Finds published addresses that no longer have a page or redirect. Drafts and expired pages still count as pages. */
function findVanishedAddresses({ files, documents, translatedPages }: ParsedFolder): Problem[] {
  const { source, data } = findSingleFile(files, 'published') ?? {}
  if (!source || !Array.isArray(data)) return []
  const moved = listRedirectTargets(files)
  const paths = [...translatedPages, ...listAddresses(files)].map(({ path }) => path)
  const pages = new Set([...paths, ...[...documents].map(toDocumentAddress)])
  const known = new Set(data)
  const unpublished = [...pages].filter((path) => !known.has(path))
  return data.flatMap((path: unknown, index) => {
    if (typeof path !== 'string' || pages.has(path) || moved.has(path)) return []
    const above = path.slice(0, path.lastIndexOf('/'))
    const to = findNearestWord(path, unpublished) ?? (pages.has(above) ? above : '/')
    const message = `the ${parseDocumentName(path) ? 'file' : 'page'} ${path} was published but no longer exists`
    const help = `Add a redirect to redirects.yaml, such as "${path}: ${to}", or remove this line if the content is gone for good.`
    const range = source.range([index])
    return createProblemAt(source, range, { rule: 'address/vanished', severity: 'warning', message, help })
  })
}
