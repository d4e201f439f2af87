import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type BuiltSite, fileOf, openBuiltSite } from '../audit/built-site.ts'
import { sum, weighPage } from '../audit/bytes.ts'
import { STATUS_PAGES } from '../content/served-addresses.ts'
import { listFiles } from '../list-files.ts'
import { outputFolders } from '../paths.ts'
import { listChangedFiles } from './changed-files.ts'
import { type Contracts, type FormChange, listChangedForms } from './changed-forms.ts'
import { listChangedParts, type Part } from './shown.ts'

/** Of the build that is compared with, and of this one. */
export interface BeforeAfter {
  before: number
  after: number
}

export interface PageChange {
  page: string
  change: 'added' | 'removed' | 'changed'
  /** What is not the same; nothing where the whole page came or went. */
  parts: Part[]
  /**
   * kB as they travel: the HTML with its styles, scripts that run at once, and the fonts that the first paint waits for.
   * 0 where the page is not there.
   */
  firstLoad: BeforeAfter
}

/** What publishing one build in place of another would change. */
export interface Difference {
  pages: BeforeAfter
  changedPages: PageChange[]
  changedForms: FormChange[]
  /** Files by name: published ones that are neither pages nor parts of them, such as feeds; those of the relay; rules of web servers. */
  changedFiles: Record<'site' | 'relay' | 'hosting', string[]>
  /** kB of all scripts, fonts and pictures of the site. */
  assets: Record<keyof typeof assetKinds, BeforeAfter>
  /** Whether both builds were compressed alike; else weights tell nothing. */
  weighedAlike: boolean
}

const assetKinds = { scripts: /\.js$/, fonts: /\.woff2$/, pictures: /\.(?:webp|avif|png|jpe?g|gif|svg|ico)$/ }

/** In kB. What weighs less is no reason to tell of a page. */
const FELT = 0.1

/** Parts that come from what surrounds all pages: those pages are told of last. */
const SHARED = new Set<Part>(['around', 'styles', 'metadata', 'weight'])

/** @param before an output folder, and the one that would take its place */
export function compareBuilds(before: string, after: string): Difference {
  const [from, to] = [outputFolders(before), outputFolders(after)]
  const [was, is] = [openBuiltSite(from.site), openBuiltSite(to.site)]
  const [old, now] = [listFiles(from.site), listFiles(to.site)]
  const assets = Object.entries(assetKinds).map(([kind, pattern]) => [
    kind,
    { before: weighFiles(was, old, pattern), after: weighFiles(is, now, pattern) },
  ])
  const files = listChangedFiles(from.site, to.site, isOfItself)
  return {
    pages: { before: was.pages.length, after: is.pages.length },
    changedPages: comparePages(was, is).sort(byInterest),
    changedForms: listChangedForms(readForms(from.relay), readForms(to.relay)),
    changedFiles: {
      site: files,
      relay: listChangedFiles(from.relay, to.relay),
      hosting: listChangedFiles(from.hosting, to.hosting),
    },
    assets: Object.fromEntries(assets) as Difference['assets'],
    weighedAlike: old
      .filter((file) => isOfItself(file) && !files.includes(file))
      .every((file) => was.weigh(encodeURI(`/${file}`)) === is.weigh(encodeURI(`/${file}`))),
  }
}

/** What a relay's folder knows of forms. */
function readForms(relay: string): Contracts {
  const file = path.join(relay, 'forms.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { forms: Contracts }).forms : {}
}

/** Whether a published file is neither a page, nor what pages are made of. */
function isOfItself(file: string): boolean {
  return !/^(?:assets|data|share)\/|\.(?:br|gz|html)$/.test(file)
}

function comparePages(was: BuiltSite, is: BuiltSite): PageChange[] {
  const [old, now] = [readPages(was), readPages(is)]
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((page): PageChange[] => {
    const [before, after] = [old.get(page)?.(), now.get(page)?.()]
    if (before === after) return []
    const firstLoad = { before: weighFirstLoad(was, page, before), after: weighFirstLoad(is, page, after) }
    if (before === undefined) return [{ page, change: 'added', parts: [], firstLoad }]
    if (after === undefined) return [{ page, change: 'removed', parts: [], firstLoad }]
    const parts = listChangedParts(before, after)
    if (Math.abs(growth({ firstLoad })) >= FELT) parts.push('weight')
    return parts.length > 0 ? [{ page, change: 'changed', parts, firstLoad }] : []
  })
}

/** How to read each page, those of statuses among them. */
function readPages(site: BuiltSite): Map<string, () => string> {
  const statuses = STATUS_PAGES.map((status) => `/${status}`).filter((page) => site.weigh(`/${fileOf(page)}`) > 0)
  return new Map([...site.pages, ...statuses].map((page) => [page, () => site.html(page)]))
}

function weighFirstLoad(site: BuiltSite, page: string, html: string | undefined): number {
  if (html === undefined) return 0
  const { figures } = weighPage(site, page, html)
  return rounded(figures.html + figures.eagerScript + figures.preloadedFonts)
}

function weighFiles(site: BuiltSite, files: readonly string[], kind: RegExp): number {
  return rounded(sum(files.filter((file) => kind.test(file)).map((file) => site.weigh(encodeURI(`/${file}`)))))
}

/** To whole bytes. */
function rounded(kilobytes: number): number {
  return Number(kilobytes.toFixed(3))
}

/** By how many kB a page weighs more than it did; 0 where nothing was weighed. */
export function growth({ firstLoad }: { firstLoad?: BeforeAfter }): number {
  return firstLoad ? firstLoad.after - firstLoad.before : 0
}

type Ranked = Omit<PageChange, 'firstLoad'> & { firstLoad?: BeforeAfter }

/** Pages that came or went, then those with changes of their own, then the rest; the greatest growth first. */
export function byInterest(a: Ranked, b: Ranked): number {
  const rank = ({ change, parts }: Ranked) =>
    change !== 'changed' ? 0 : parts.some((part) => !SHARED.has(part)) ? 1 : 2
  return rank(a) - rank(b) || growth(b) - growth(a)
}
