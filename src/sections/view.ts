import type { z } from 'zod'
import type { Article } from '../collections/article.ts'
import type { Site } from '../collections/site.ts'
import type { Contract } from '../forms/contract.ts'
import type { RelayAddress } from '../forms/form-action.ts'
import type { DialogName } from '../schema/action.ts'
import type { sections } from './list.ts'
import type { LiveSite } from './live-site.ts'

/**
 * What a visitor's page is made of: sections with every reference replaced by what it points at.
 * This is the shape of the page data, in the HTML and in /data/<route>.json.
 */

/** A calendar day, and how it is written. Worked out by the build: a browser's first `Intl.DateTimeFormat` holds a phone up. */
export interface Day {
  /** `2026-11-22` */
  date: string
  words: string
}

export interface ArticleCard {
  path: string
  collection: 'blog' | 'insights'
  title: string
  summary: string
  tag: string
  readTime: number
  cover?: Article['cover']
  coverGround?: Article['coverGround']
  coverAlt?: Article['coverAlt']
}

/** An article in a list of its own, which may tell more than its card. */
export type ListedArticle = ArticleCard & Pick<Article, 'takeaways'> & { published: Day }

export interface ServiceCard {
  path: string
  title: string
  description: string
  valueProposition: string
  icon: string
}

export interface JobCard {
  path: string
  title: string
  department: string
  location: string
  type: string
  summary: string
  salary: string | undefined
}

export interface Heading {
  id: string
  text: string
}

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

export type Label = keyof Site['labels']
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

/** What surrounds every page: menus, words, dialogs. */
export type SiteView = Omit<
  Site,
  'article' | 'job' | 'service' | 'serviceGroups' | 'locations' | 'unsent' | 'https' | 'dialogs' | 'relay'
> & {
  relay: RelayAddress
  solutions: { label: string; description: string; to: string }[]
  dialogs: Record<DialogName, { title: string; text?: string | undefined; form?: Contract | undefined }>
}
