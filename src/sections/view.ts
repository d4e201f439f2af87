import type { z } from 'zod'
import type { PageOptions } from '../entries/page-options.ts'
import type { sections } from './list.ts'
import type { SiteView } from './site-view.ts'

/** Types of the page data in the HTML. */

type Sections = typeof sections
type ResolvedView<D> = D extends { resolve(...all: never): infer V }
  ? V
  : D extends { view: z.ZodType<infer V> } | { schema: z.ZodType<infer V> }
    ? V
    : never
type Views = { [T in keyof Sections]: ResolvedView<Sections[T]> }

/** The fields of a section, with all references resolved. */
export type ViewOf<T extends keyof Sections> = Views[T]
export type SectionView = Views[keyof Sections]

/** Labels that live sections need in the browser. */
export type LiveLabel = {
  [T in keyof Sections]: Sections[T] extends { labels: readonly (infer L)[] } ? L : never
}[keyof Sections]

type DefinitionOf<T> = T extends keyof Sections ? Sections[T] : T

/**
 * Props of a section's component, by the section's type, or by its definition: `SectionProps<typeof import('./schema.ts')>`.
 * Live sections receive only the parts of the site that they need.
 */
export interface SectionProps<T extends keyof Sections | object> {
  view: ResolvedView<DefinitionOf<T>>
  site: DefinitionOf<T> extends { labels: unknown } ? LiveSite : SiteView
}

/** A page that is ready to render. */
export interface PageView {
  path: string
  title: string
  description: string
  sections: SectionView[]
  header?: PageOptions['header']
  /** Names that select styles in the HTML from other pages, if this page's dialogs show any (`listStyleNames`). */
  loadedNames?: string[]
}

/** HTML of adjacent static sections. Empty in a document's page data, because the document already contains the HTML. */
interface HtmlBlock {
  type: 'html'
  html: string
}

/** A page as the browser receives it: views of its live sections, and HTML of all other sections. */
export interface ClientPage {
  path: string
  title: string
  sections: (HtmlBlock | SectionView)[]
  /** The parts of the site that the page's live sections need. */
  site: LiveSite
  /** The `aria-current` of each link in the header's menus; only in the browser. */
  current?: (string | null)[]
  /** The styles of a page that client-side navigation has fetched. */
  styles?: string | undefined
}

/** Data in a document that the browser needs to hydrate it. */
export interface InlineData {
  build: string
  page: ClientPage
}

/** Labels that every page needs in the browser. */
export const commonLabels = ['close', 'loading', 'notifications', 'offline'] as const

/** The parts of the site that live sections need. Pages include them, so that hydration needs no requests. */
export type LiveSite = Pick<SiteView, 'name' | 'email' | 'relay' | 'error' | 'dialogs'> & {
  scheduling: NonNullable<SiteView['scheduling']>
  labels: Pick<SiteView['labels'], LiveLabel | (typeof commonLabels)[number]>
}
