import type { z } from 'zod'
import type { Picture } from '../drawings/picture.ts'
import type { Faq } from '../entries/faq.ts'
import type { PageContent } from '../entries/page-content.ts'
import type { Contract } from '../forms/contract.ts'
import type { Pagination } from '../schema/pagination.ts'
import { sections } from './list.ts'
import type { Section } from './section.ts'
import type { LabelName, SiteView } from './site-view.ts'
import type { SectionView } from './view.ts'

/** A part of a page, and the last day on which it is shown. */
export interface ExpiringPart {
  title: string
  until: string
}

/**
 * Exports of a section's `schema.ts` (if page files may use the section) or `view.ts` (if the build creates the section
 * from an entry). These files do not import React, because the command-line tool also loads them.
 */
export interface SectionDefinition {
  /** Fields of the section in page files. */
  schema?: z.ZodObject
  /** Props of the component. Only the type is used. */
  view?: z.ZodType
  /**
   * Replaces references with entries. Without this function, the component receives the fields unchanged.
   * @param pagination set if the page belongs to a paginated list
   */
  resolve?(section: Section, content: PageContent, pagination?: Pagination): SectionView
  /** Returns the folder whose entries the section lists and paginates. Accepts unvalidated fields. */
  lists?(fields: Readonly<Record<string, unknown>>): string | undefined
  /** Returns the heading and picture for the share image. Only for sections that contain a page's h1. */
  opening?(section: Section): { heading: string; picture?: Picture | undefined }
  /** Whether the section ends a page. `site new` and the editor add new sections before it. */
  ends?: boolean
  /** Ids that the section uses in addition to its `id` field. */
  anchors?: string[]
  /** Returns sections to add at the end of the page, such as dialogs. */
  addedSections?(view: SectionView): SectionView[]
  /** Returns the HTML from other pages that the section shows, so that its page includes the styles. */
  loadedHtml?(content: PageContent): string[]
  /** Returns the questions and answers for search engines. */
  questions?(section: Section, content: PageContent): Faq['items']
  /** Returns the section's schema.org objects, with absolute URLs. They describe only visible content. */
  structuredData?(section: Section, content: PageContent): object[]
  /** Returns the origins of the frames that the section loads. The Content-Security-Policy allows no others. */
  listFrameOrigins?(section: Section): string[]
  /** Returns the parts that the build omits after a day, which `site next` lists. */
  expiringParts?(section: Section): ExpiringPart[]
  /** Returns the date of the last change to the listed entries, for the sitemap. */
  lastModified?(section: Section, content: PageContent): string | undefined
  /** Returns the section's forms and the values that the page adds to them. */
  forms?(view: SectionView, site: Pick<SiteView, 'dialogs'>): { contract: Contract; given: Record<string, string> }[]
  /** Reports whether the section needs its script. By default, all live sections do. Only for live sections. */
  needsScript?(view: SectionView): boolean
  /** Labels and other parts of the site view that the browser needs. Only for live sections. */
  labels?: readonly LabelName[]
  siteParts?: readonly (keyof SiteView)[]
  /** Field that contains the HTML of Markdown. The page data in a document omits it. */
  html?: 'body'
}

const definitions: Readonly<Record<string, SectionDefinition>> = sections

/** Returns the definition of a section type, or an empty definition if the type is unknown. */
export function getSectionDefinition(type: string): SectionDefinition {
  return Object.hasOwn(definitions, type) ? (definitions[type] ?? {}) : {}
}

export function resolveSection(section: Section, content: PageContent, pagination?: Pagination): SectionView {
  return getSectionDefinition(section.type).resolve?.(section, content, pagination) ?? (section as SectionView)
}
