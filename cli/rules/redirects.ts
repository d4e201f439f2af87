import { listAddresses, publishedFilePaths } from '../content/addresses.ts'
import { parseDocumentName, toDocumentAddress } from '../content/document-names.ts'
import { createOriginStripper } from '../content/links.ts'
import { findSingleFile, type ParsedFile } from '../content/parsed.ts'
import { findCleanAddress, isHiddenPath } from '../content/served-addresses.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { explainReservedAddress } from './reserved-addresses.ts'
import { defineRules } from './rule.ts'

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

/** Checks the old addresses in redirects.yaml. The link rules check the targets. */
export const redirectRules = defineRules({
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
}).inFolder(({ files, documents }) => {
  const { source, data } = findSingleFile(files, 'redirects') ?? {}
  const moved = listRedirectTargets(files)
  if (!source || moved.size === 0) return []
  const owners = new Map([
    ...listAddresses(files).map(({ path, file }) => [path, file.file] as const),
    ...[...documents].map((name) => [toDocumentAddress(name), `the file ${name}`] as const),
  ])
  return Object.keys(data as object).flatMap((written) => {
    const from = cleaned(written)
    const owner = owners.get(from)
    const why = owner ? `it is the address of ${owner}` : explainConflict(from)
    if (!why && (!moved.has(from) || findFinalTarget(from, moved) !== undefined)) return []
    const key = source.range([written], 'key')
    if (why) {
      const help = owner ? 'Remove this line, or give the page another address.' : 'Remove this line.'
      return createProblemAt(source, key, { rule: 'redirect/taken', message: `${from} cannot redirect: ${why}`, help })
    }
    const message = `the redirect from ${from} to ${moved.get(from)} is part of a loop`
    return createProblemAt(source, key, { rule: 'redirect/loop', message, help: 'Redirect it to an existing page.' })
  })
})

function explainConflict(from: string): string | undefined {
  if (publishedFilePaths.includes(from)) return 'the build writes a file there'
  // A renamed download's old URL may redirect, even though it is in a reserved folder.
  if (parseDocumentName(from) !== undefined) return undefined
  return explainReservedAddress(from) ?? (isHiddenPath(from) ? 'hosts reserve it' : undefined)
}
