import type { z } from 'zod'
import type { sections } from './list.ts'
import type { SiteView } from './site-view.ts'

/**
 * What a visitor's page is made of: sections with every reference replaced by what it points at.
 * This is the shape of the page data, in the HTML and in /data/<route>.json.
 */

type Sections = typeof sections
type Shown<D> = D extends { resolve(...all: never): infer V }
  ? V
  : D extends { view: z.ZodType<infer V> } | { schema: z.ZodType<infer V> }
    ? V
    : never
type Views = { [T in keyof Sections]: Shown<Sections[T]> }

/** What a section shows: its fields with every reference replaced by what it points at. */
export type ViewOf<T extends keyof Sections> = Views[T]
export type View = Views[keyof Sections]

/** The labels that live sections name: those that the browser has. */
export type LiveLabel = {
  [T in keyof Sections]: Sections[T] extends { labels: readonly (infer L)[] } ? L : never
}[keyof Sections]

/** Every section component takes its view and the words of the site; those of the browser, what they need of them. */
export interface SectionProps<T extends keyof Sections> {
  view: ViewOf<T>
  site: Sections[T] extends { labels: unknown } ? LiveSite : SiteView
}

/** One page, ready to render. */
export interface PageView {
  path: string
  title: string
  description: string
  sections: View[]
}

/** Neighbouring sections without behaviour, rendered. Empty where the document holds the HTML already. */
export interface HtmlBlock {
  type: 'html'
  html: string
}

/** A page as the browser gets it: views of live sections, and the HTML of all others. */
export interface ClientPage {
  path: string
  title: string
  sections: (HtmlBlock | View)[]
  /** What they need of the site. */
  site: LiveSite
  /** Path of its stylesheet, for client navigation: its own document has its styles. */
  styles?: string | undefined
}

/** Labels that every page has in the browser. */
export const labelsEverywhere = ['close', 'loading', 'notifications', 'offline'] as const

/**
 * What a page's live sections need of the site. It comes with the page, so that hydration asks for nothing; header and
 * footer are HTML and need none.
 */
export type LiveSite = Pick<SiteView, 'name' | 'email' | 'relay' | 'error' | 'dialogs'> & {
  scheduling: NonNullable<SiteView['scheduling']>
  labels: Pick<SiteView['labels'], LiveLabel | (typeof labelsEverywhere)[number]>
}
