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
 * Exports of a section's `schema.ts` (if page files may use it) or `view.ts` (if the build creates it from an entry).
 * These files do not import React, because the command line tool loads them too.
 */
export interface Definition {
  /** Fields in page files. */
  schema?: z.ZodObject
  /** Props of the component; only its type is used. */
  view?: z.ZodType
  /**
   * Replaces references with their entries. Without it the section is shown as written.
   * @param pagination if the page belongs to a list of several pages
   */
  resolve?(section: Section, content: PageContent, pagination?: Pagination): View
  /** Folder whose entries it lists, on numbered pages if needed. The fields may be invalid. */
  lists?(fields: Readonly<Record<string, unknown>>): string | undefined
  /** For sections with the h1 of a page: heading and picture for the share image. */
  opening?(section: Section): { heading: string; picture?: Picture | undefined }
  /** The section ends a page; new sections are added before it. */
  ends?: boolean
  /** Ids of the section besides its field `id`. */
  anchors?: string[]
  /** Dialogs that it adds at the end of the page. */
  dialogs?(view: View): View[]
  /** Questions and answers for search engines. */
  questions?(section: Section, content: PageContent): Faq['items']
  /** Day of the last change of the entries it lists, for the sitemap. */
  lastModified?(section: Section, content: PageContent): string | undefined
  /** Its forms and the values that the page adds to them. */
  forms?(view: View, site: Pick<SiteView, 'dialogs'>): { contract: Contract; given: Record<string, string> }[]
  /** For live sections: the labels and other parts of the site view needed in the browser. */
  labels?: readonly Label[]
  siteParts?: readonly (keyof SiteView)[]
  /** For live sections: the field with rendered HTML, which is empty in the document's page data. */
  html?: 'body'
}

const definitions: Readonly<Record<string, Definition>> = sections

/** Returns the definition of a section type; empty if the type is unknown. */
export function definitionOf(type: string): Definition {
  return Object.hasOwn(definitions, type) ? (definitions[type] ?? {}) : {}
}

export function resolveSection(section: Section, content: PageContent, pagination?: Pagination): View {
  return definitionOf(section.type).resolve?.(section, content, pagination) ?? (section as View)
}
