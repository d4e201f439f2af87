import type { z } from 'zod'
import type { Picture } from '../drawings/picture.ts'
import type { Faq } from '../entries/faq.ts'
import type { PageContent } from '../entries/page-content.ts'
import type { Contract } from '../forms/contract.ts'
import type { Pagination } from '../schema/pagination.ts'
import { sections } from './list.ts'
import type { Section } from './section.ts'
import type { Label, SiteView } from './site-view.ts'
import type { View } from './view.ts'

/**
 * What a section says of itself: the exports of its `schema.ts`, where page files write it, or of its `view.ts`, where
 * the build makes it from an entry. The command line tool reads them too, so that they know no React.
 */
export interface Definition {
  /** What page files may say. */
  schema?: z.ZodObject
  /** Known for its type alone: what the component is given. */
  view?: z.ZodType
  /**
   * Puts what a section refers to in the place of its references. Without it the section is shown as it is written.
   * @param pagination where the page is one of those of a long list
   */
  resolve?(section: Section, content: PageContent, pagination?: Pagination): View
  /** The folder whose entries it lists, on as many numbered pages as they need. The fields need not fit the schema. */
  lists?(fields: Readonly<Record<string, unknown>>): string | undefined
  /** Only where it holds the h1 of a page: what the picture says and draws that is shown with links to that page. */
  opening?(section: Section): { heading: string; picture?: Picture | undefined }
  /** It ends a page: what is added to the page goes before it. */
  ends?: boolean
  /** Ids that the page gets, beside the `id` that the section is given. */
  anchors?: string[]
  /** What stands at the end of the page for it. */
  dialogs?(view: View): View[]
  /** Questions that a visitor finds answered, for search engines. */
  questions?(section: Section, content: PageContent): Faq['items']
  /** Day of the last change of what it lists, for the sitemap. */
  lastModified?(section: Section, content: PageContent): string | undefined
  /** Forms that it shows, and what it gives to them by name on the wire. */
  forms?(view: View, site: Pick<SiteView, 'dialogs'>): { contract: Contract; given: Record<string, string> }[]
  /** Where the browser hydrates it: the labels of the site that it has there, and other words of the site. */
  labels?: readonly Label[]
  words?: readonly (keyof SiteView)[]
  /** Where the browser hydrates it: the field that is rendered HTML. The document's own data leaves it empty. */
  html?: 'body'
}

const definitions: Readonly<Record<string, Definition>> = sections

/** What the section of a type says of itself; nothing for a type that is not known. */
export function definitionOf(type: string): Definition {
  return Object.hasOwn(definitions, type) ? (definitions[type] ?? {}) : {}
}

export function resolveSection(section: Section, content: PageContent, pagination?: Pagination): View {
  return definitionOf(section.type).resolve?.(section, content, pagination) ?? (section as View)
}
