import { parseFigureName } from '@northshelf/site/drawings/figure-slot.ts'
import { parseUrl } from '@northshelf/site/schema/parse-url.ts'
import type { Address } from '../../content/addresses.ts'
import { toDocumentAddress } from '../../content/documents.ts'
import { parseImageName } from '../../content/images.ts'
import type { ParsedFile } from '../../content/parsed.ts'
import { type Edition, getPublicationStatus, isShown } from '../../content/publication.ts'
import { describeInvalidScheme, describeInvalidUrl } from '../../content/schema/url-schemes.ts'
import type { ProblemDetails } from '../../diagnostics/problem.ts'
import { findNearestWord, findSafeCorrection, suggestCorrection } from '../../diagnostics/suggest.ts'
import { findFinalTarget, toServedPath } from '../addresses.ts'

/** Anchors that exist on every page. */
const ON_EVERY_PAGE = ['', 'top', 'main']
/** Maximum number of anchors to list in a message. */
const MOST_ANCHORS = 8

/** Existing and scheduled pages, by path. */
type Addresses = ReadonlyMap<string, Address>

interface DeadLink extends ProblemDetails {
  /** The corrected address, if it is unambiguous. */
  meant?: string | undefined
}

export function checkLink(address: string, known: Addresses, edition: Edition, home?: Address): DeadLink | undefined {
  if (/^(?:(?:mailto|tel|sms):|https?:\/*)?$/i.test(address))
    return { rule: 'link/dead', message: 'this link has no address', help: 'Add the address.' }
  const invalid = parseUrl(address, 'https://site.invalid') ? undefined : describeInvalidUrl(address)
  if (invalid) return { rule: 'link/invalid', ...invalid }
  const unreachable = checkReachable(address, known)
  if (unreachable) return unreachable
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) {
    const wrong = parseFigureName(address) === undefined ? describeInvalidScheme(address) : undefined
    return wrong && { rule: 'link/scheme', ...wrong }
  }
  const [, path = '', query = '', fragment] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/.exec(address) ?? []
  const end = query + (fragment === undefined ? '' : `#${fragment}`)
  if (path === '' && query === '') return checkAnchor(fragment ?? '', home, '')
  if (path !== '' && !path.startsWith('/')) return checkRelative(address, path, end, known, home)
  if (parseImageName(path)) return undefined
  const target = path === '' ? home : known.get(path)
  const hidden = target && target !== home && checkPublished(target, edition, home?.file)
  if (hidden) return hidden
  if (target) return checkAnchor(fragment ?? '', target, path + query)
  const shorter = path.replace(/(?<!\/)\/+$/, '').replace(/(?:\/index)?(?:\.html|\.md)?$/, '') || '/'
  if (known.has(shorter)) {
    const message = `no page has the address ${path}: addresses end without a slash or file extension`
    return { rule: 'link/dead', message, help: `Write ${shorter}.`, meant: shorter + end }
  }
  const near = findNearestWord(path, listSimilarPaths(path, known))
  const sure = findSafeCorrection(path, known.keys())
  const suggestion = near && `Did you mean ${near} (${known.get(near)?.file.file})?`
  const help = suggestion ?? 'Link to an existing page, or remove the link.'
  return { rule: 'link/dead', message: `no page has the address ${path}`, help, meant: sure && sure + end }
}

/** Lists the paths that a path may be a misspelling of. In the same folder, the name must be similar, too. */
function listSimilarPaths(path: string, known: Addresses): string[] {
  const at = path.lastIndexOf('/') + 1
  const folder = path.slice(0, at)
  const name = path.slice(at)
  const isInFolder = (other: string) => other.lastIndexOf('/') + 1 === at && other.startsWith(folder)
  return [...known.keys()].filter((other) => !isInFolder(other) || findNearestWord(name, [other.slice(at)]))
}

/** Hosts on the maintainer's own machine or network. */
const OWN_MACHINE =
  /^https?:\/\/(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|[\w.-]+\.(?:local|localhost|test))(?::\d+)?(?=[/?#]|$)/i

/** Reports a private host, a `mailto:` link without an email address, or a `tel:` or `sms:` link without digits. */
function checkReachable(address: string, known: Addresses): DeadLink | undefined {
  const [machine] = OWN_MACHINE.exec(address) ?? []
  const rule = 'link/dead'
  if (machine) {
    const meant = address.slice(machine.length) || '/'
    const message = 'visitors cannot reach this address: it belongs to your own machine or network'
    if (!known.has(toServedPath(meant))) return { rule, message, help: 'Write the public address.' }
    return { rule, message, help: `Write ${meant}.`, meant }
  }
  // Skip addresses with braces, because unknown facts are reported separately.
  if (/^mailto:(?!\?)[^@{]+$/i.test(address))
    return { rule, message: 'this is not an email address', help: 'Write it as mailto:name@example.com.' }
  if (/^(?:tel|sms):[^\d{]*$/i.test(address))
    return { rule, message: 'this phone number has no digits', help: 'Write it as tel:+12125550100.' }
  return undefined
}

/** Reports a link to the default address of a folder whose pages are elsewhere. @param end query and anchor */
export function checkFolder(
  path: string,
  end: string,
  known: Addresses,
  move: (path: string) => string,
): DeadLink | undefined {
  const meant = move(path)
  if (known.has(path) || meant === path || !known.has(meant)) return undefined
  const message = `no page has the address ${path}: \`addresses\` in site.yaml moves the pages of this folder`
  return { rule: 'link/dead', message, help: `Write ${meant}.`, meant: meant + end }
}

/** Reports a link to an address that redirects. @param rest query and anchor of the link */
export function checkMoved(path: string, rest: string, moved: ReadonlyMap<string, string>): DeadLink | undefined {
  const end = findFinalTarget(path, moved)
  // Skip loops, because `redirect/loop` reports them.
  if (end === undefined) return undefined
  const meant = /[?#]/.test(end) ? end : end + rest
  const message = `${path} is an old address`
  return { rule: 'link/moved', severity: 'warning', message, help: `Link to its new address, ${end}.`, meant }
}

export function checkDocument(address: string, name: string, existing: ReadonlySet<string>): DeadLink | undefined {
  if (existing.has(name)) return undefined
  const sure = findSafeCorrection(name, existing)
  const message = `there is no file ${toDocumentAddress(name)} to download`
  const help = suggestCorrection(name, existing) ?? 'Put it into the files folder, or remove this link.'
  return { rule: 'link/dead', message, help, meant: sure && address.replace(name, () => sure) }
}

/** Reports a link to a page that is scheduled, a draft, or expired. */
function checkPublished({ path, file: to }: Address, edition: Edition, from?: ParsedFile): DeadLink | undefined {
  const { state, day } = getPublicationStatus(to, edition.today)
  const home = from && getPublicationStatus(from, edition.today)
  // A scheduled page may link to a page that will be published on the same day or earlier.
  if (state === 'scheduled' && (home?.state !== 'scheduled' || home.day < day)) {
    const message = `the page ${path} is not published until ${day}`
    return { rule: 'link/dead', message, help: 'Add this link on that day, or publish the page earlier.' }
  }
  if (from && !isShown(from, edition)) return undefined
  if (state === 'draft' && !isShown(to, edition)) {
    const help = 'Remove "draft" from its file, or remove this link.'
    return { rule: 'link/dead', message: `the page ${path} is a draft`, help }
  }
  if (state !== 'expired') return undefined
  const message = `the page ${path} expired on ${day}`
  return { rule: 'link/expired', severity: 'warning', message, help: 'Link to another page, or remove this link.' }
}

function checkAnchor(fragment: string, target: Address | undefined, path: string): DeadLink | undefined {
  const anchors = target ? target.anchors : new Set(ON_EVERY_PAGE)
  const name = decode(fragment)
  if (!anchors || anchors.has(name)) return undefined
  const names = [...anchors].filter((anchor) => !ON_EVERY_PAGE.includes(anchor))
  const near = findNearestWord(name, names)
  const sure = findSafeCorrection(name, names)
  const some = names.slice(0, MOST_ANCHORS).map((anchor) => `#${anchor}`)
  const all = `The page has ${some.join(', ')}${names.length > MOST_ANCHORS ? ' and more' : ''}.`
  const others = names.length > 0 ? all : 'Give one of its sections an id, or remove the anchor.'
  const message = target ? `there is no #${name} on the page ${target.path}` : `some pages have no #${name}`
  const help = near ? `Did you mean #${near}?` : others
  return { rule: 'link/dead-anchor', message, help, meant: sure && `${path}#${sure}` }
}

/** Reports a relative address, such as `other-article.md`, `./other` or `www.example.com`. */
function checkRelative(address: string, path: string, end: string, known: Addresses, home?: Address): DeadLink {
  if (/^[^\s/@]+@[^\s/@]+\.[a-z]{2,}$/i.test(path)) {
    const mail = `mailto:${address}`
    const message = `"${address}" is an email address without "mailto:"`
    return { rule: 'link/relative', message, help: `Write ${mail}.`, meant: mail }
  }
  const folder = home?.path.replace(/\/[^/]*$/, '') ?? ''
  const { pathname = path } = parseUrl(path, `https://site.invalid${folder}/`) ?? {}
  const plain = pathname.replace(/(?:\.md|\.html|\/)$/, '')
  const meant = [plain, `/${path.replace(/\.(?:md|html)$/, '')}`].find((candidate) => known.has(candidate))
  const outside = /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/|$)/i.test(path) && !/\.(?:md|html)$/.test(path)
  const suggestion = outside
    ? `Write https://${address} for another site.`
    : 'Start addresses on this site with a slash, such as /about.'
  const message = `"${address}" is a relative address`
  return { rule: 'link/relative', message, help: meant ? `Write ${meant}.` : suggestion, meant: meant && meant + end }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
