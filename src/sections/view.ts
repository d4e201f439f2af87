import type { Article } from '../collections/article.ts'
import type { Job } from '../collections/job.ts'
import type { Site } from '../collections/site.ts'
import type { Testimonial } from '../collections/testimonial.ts'
import type { Contract } from '../forms/contract.ts'
import type { Action, DialogName } from '../schema/action.ts'
import type { LiveSite } from './live-site.ts'
import type { Section, SectionOf } from './section.ts'

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
  cover: Article['cover']
  coverGround?: Article['coverGround']
  coverAlt: string
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
  salary: string
}

export interface Heading {
  id: string
  text: string
}

/** A counter: the number that is counted to, and what stands around it. `text` is the whole, as written. */
export interface Counter {
  text: string
  prefix: string
  value: number
  suffix: string
  label: string
  note?: string | undefined
  duration: number
}

type Resolved<T extends Section['type'], Extra> = Omit<SectionOf<T>, keyof Extra> & Extra

/** Sections that hold references, with what they point at. */
export type ResolvedSection =
  | Resolved<'award', { claims: { value: string; label: string }[] }>
  | Resolved<'stats', { items: Counter[] }>
  | Resolved<'articles', { items: ListedArticle[] }>
  | Resolved<'highlights', { items: (SectionOf<'highlights'>['items'][number] & { card: ServiceCard })[] }>
  | Resolved<'services', { groups: { id: string; title: string; text: string; services: ServiceCard[] }[] }>
  | Resolved<'testimonials', { items: Testimonial[] }>
  | Resolved<'quote', { testimonial: Testimonial }>
  | Resolved<'story', { testimonial: Testimonial | undefined }>
  | Resolved<'faq', { items: { question: string; answer: string }[] }>
  | Resolved<'jobs', { items: JobCard[] }>
  | Resolved<'form', { form: Contract; given?: Record<string, string> }>

/** Sections that no page file writes: the build makes them from an entry. */
export type EntrySection =
  | {
      type: 'article'
      card: ArticleCard
      author: string
      published: Day
      updated?: Day | undefined
      back: { label: string; to: string; all: string }
      headings: Heading[]
      /** Rendered HTML; empty in the page's own data, because the HTML is already in the document. */
      body: string
      figures: Article['figures']
      takeaways: string[]
      call: Article['call']
      action: { label: string; to: string }
      related: ArticleCard[]
    }
  | {
      type: 'job'
      card: JobCard
      job: Pick<Job, 'responsibilities' | 'requirements' | 'benefits'> & { posted: Day; closes?: Day | undefined }
      body: string
      back: { label: string; to: string }
      form: Contract
      given: Record<string, string>
    }
  | {
      /** A form in a dialog; what it says is in the words of the site. */
      type: 'dialog'
      id: string
      name: DialogName
    }
  | {
      /** The calendar of the booking provider in a dialog. */
      type: 'booking'
      id: string
      name: DialogName
    }
  | {
      /** A position over the list it stands in; it gets its content from the data of the position's page. */
      type: 'job-dialog'
      id: string
    }
  | { type: 'prose'; heading: string; updated: Day; headings: Heading[]; body: string }
  | { type: 'not-found'; heading: string; text?: string | undefined; action: { label: string; to: string } }
  | {
      /** Opens a service or solution page: trail, heading, button and picture. */
      type: 'service-hero'
      trail: { label: string; to: string }
      title: string
      heading: string
      text: string
      actions: Action[]
      picture?: SectionOf<'hero'>['picture']
    }

type ResolvedType = ResolvedSection['type']
export type View = Exclude<Section, { type: ResolvedType }> | ResolvedSection | EntrySection
export type ViewType = View['type']
export type ViewOf<T extends ViewType> = Extract<View, { type: T }>

/** One page, ready to render. */
export interface PageView {
  path: string
  title: string
  description: string
  sections: View[]
}

/**
 * Sections with behaviour of their own, which the browser hydrates. All others have none: they are HTML
 * and stay HTML, and no script is shipped for them.
 */
export type LiveType = 'form' | 'dialog' | 'booking' | 'job' | 'job-dialog' | 'not-found'

/** Neighbouring sections without behaviour, rendered. Empty where the document holds the HTML already. */
export interface HtmlBlock {
  type: 'html'
  html: string
}

/** A page as the browser gets it. */
export interface ClientPage {
  path: string
  title: string
  sections: (HtmlBlock | ViewOf<LiveType>)[]
  /** What they need of the site. */
  site: LiveSite
  /** Path of its stylesheet, for client navigation: its own document has its styles. */
  styles?: string | undefined
}

/** What surrounds every page: menus, words, dialogs. */
export type SiteView = Omit<
  Site,
  'article' | 'job' | 'service' | 'serviceGroups' | 'locations' | 'unsent' | 'https' | 'dialogs'
> & {
  solutions: { label: string; description: string; to: string }[]
  dialogs: Record<DialogName, { title: string; text?: string | undefined; form?: Contract | undefined }>
}
