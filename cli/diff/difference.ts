import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields } from '@northshelf/site/forms/fields.ts'
import { splitPageHtml } from '../rules/page/shown-page.ts'
import type { ContentChange } from './content-changes.ts'

export interface Difference extends PageDifferences {
  /** Version to compare with: an output folder, or a commit (the revision that the user entered, and its id). */
  against: { folder: string } | { ref: string; commit: string }
}

export interface PageDifferences {
  pages: { before: number; after: number }
  changedPages: PageChange[]
  changedForms: FormChange[]
  /** Redirects whose target changed, with both targets (undefined if there is none); empty for builds. */
  changedAddresses: { address: string; before: string | undefined; after: string | undefined }[]
  /** All changes to the content, including changes that no page shows; empty for builds. */
  changes: ContentChange[]
  /** False if there were too many changes to trace; pages then list only the changes to their own file. */
  traced: boolean
}

export interface PageChange {
  page: string
  change: 'added' | 'removed' | 'changed'
  /** Parts that changed; empty if the page was added or removed. */
  parts: PagePart[]
  /** Known content changes that affected the page; empty for builds. */
  causes: ContentChange[]
}

/** A form that differs between the versions, so the relay must be redeployed. */
export interface FormChange {
  form: string
  change: 'added' | 'removed' | 'changed'
  /** Names of the affected fields; empty if only other properties of the form changed. */
  fields: { added: string[]; removed: string[]; changed: string[] }
}

/** Parts of a page that can differ, with their display names, in report order. */
export const pagePartLabels = {
  title: 'title',
  description: 'description',
  text: 'text',
  pictures: 'pictures',
  markup: 'markup',
  around: 'header or footer',
  styles: 'styles',
  metadata: 'metadata',
  data: 'data for scripts',
} as const
export type PagePart = keyof typeof pagePartLabels

/** All pages of one version of the site, by path. */
export interface SiteVersion {
  pages: ReadonlyMap<string, { input(): unknown; html(): string | Promise<string> }>
  /**
   * Serialized site view, which is part of every page. If the site view and a page's input are unchanged, so is the
   * page's HTML.
   */
  around: string
}

/** Parts that all pages share. Pages in which only these changed are listed last. */
const SHARED = new Set<PagePart>(['around', 'styles', 'metadata'])

/** Compares the HTML of all pages. Does not render pages whose input is unchanged. */
export async function comparePages(before: SiteVersion, after: SiteVersion): Promise<PageChange[]> {
  const changed: PageChange[] = []
  for (const page of new Set([...after.pages.keys(), ...before.pages.keys()])) {
    const was = before.pages.get(page)
    const is = after.pages.get(page)
    if (!was || !is) changed.push({ page, change: is ? 'added' : 'removed', parts: [], causes: [] })
    else if (before.around !== after.around || !isSameInput(was.input(), is.input())) {
      const old = await was.html()
      const html = await is.html()
      if (old === html) continue
      const parts = listChangedParts(old, html)
      changed.push({ page, change: 'changed', parts: parts.length > 0 ? parts : ['data'], causes: [] })
    }
  }
  return changed.sort((a, b) => rankPageChange(a) - rankPageChange(b))
}

/** Compares the objects first, which is faster than comparing JSON if both versions share most of them. */
function isSameInput(before: unknown, after: unknown): boolean {
  return isDeepStrictEqual(before, after) || JSON.stringify(before) === JSON.stringify(after)
}

/** Ranks a page: added and removed pages come first, then pages with changes of their own, then all others. */
export function rankPageChange({ change, parts }: PageChange): number {
  return change !== 'changed' ? 0 : parts.some((part) => !SHARED.has(part)) ? 1 : 2
}

/** The parts of a page, normalized so that they are equal if visitors see no difference. */
type PageParts = Record<Exclude<PagePart, 'data'>, string>

/** Matches hashed file names. A script change modifies them even on pages that look the same. */
const HASHED = /\/assets\/[\w./-]{1,300}\.(js|css|woff2)/g
const STYLES = /<style>[\s\S]*?<\/style>/g
/** Matches the policy with the hash of the inline styles. The styles themselves are compared separately. */
const STYLE_POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/g
const PICTURES = /\/(?:assets|share)\/[\w./-]{1,300}\.(?:webp|avif|png|jpe?g|gif|svg)/g
const TEXT_ATTRIBUTES = /\s(?:alt|aria-label|placeholder|title)="[^"]*"/g

/** Splits a built page into its parts. */
function splitPage(html: string): PageParts {
  const { head, around, main } = splitPageHtml(html.replace(HASHED, '/assets/*.$1'))
  const [, title = ''] = /<title>([^<]*)/.exec(head) ?? []
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(head) ?? []
  const named = [title, description].filter(Boolean)
  const rest = named.reduce((text, name) => text.replaceAll(name, ''), head)
  return {
    title,
    description,
    text: [main.replace(/<[^<>]*>/g, ''), ...(main.match(TEXT_ATTRIBUTES) ?? [])].join('\n').replace(/\s+/g, ' '),
    pictures: main.match(PICTURES)?.join(' ') ?? '',
    markup: main,
    around,
    styles: head.match(STYLES)?.join('') ?? '',
    metadata: rest.replace(STYLES, '').replace(STYLE_POLICY, ''),
  }
}

/** Returns the parts that have changed for visitors, search engines or screen readers. */
export function listChangedParts(before: string, after: string): PagePart[] {
  const old = splitPage(before)
  const now = splitPage(after)
  const changed = (Object.keys(old) as (keyof PageParts)[]).filter((part) => old[part] !== now[part])
  // A change to text or pictures always changes the markup, so do not list the markup separately.
  const explained = changed.includes('text') || changed.includes('pictures')
  return explained ? changed.filter((part) => part !== 'markup') : changed
}

/** @param old contracts by form type */
export function listChangedForms(old: Record<string, Contract>, now: Record<string, Contract>): FormChange[] {
  return compareKeys(old, now).map(({ key: form, change }) => {
    const fields = compareKeys(fieldsOf(old[form]), fieldsOf(now[form]))
    const names = (type: string) => fields.filter((field) => field.change === type).map(({ key }) => key)
    return { form, change, fields: { added: names('added'), removed: names('removed'), changed: names('changed') } }
  })
}

function fieldsOf(contract: Contract | undefined) {
  return Object.fromEntries(contract ? listFields(contract).map((field) => [field.name, field]) : [])
}

function compareKeys(old: Record<string, unknown>, now: Record<string, unknown>) {
  const keys = [...new Set([...Object.keys(now), ...Object.keys(old)])]
  return keys.flatMap((key): { key: string; change: FormChange['change'] }[] => {
    if (!(key in old)) return [{ key, change: 'added' }]
    if (!(key in now)) return [{ key, change: 'removed' }]
    return JSON.stringify(old[key]) === JSON.stringify(now[key]) ? [] : [{ key, change: 'changed' }]
  })
}
