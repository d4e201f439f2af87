import type { SiteView } from '../sections/site-view.ts'
import type { ClientPage, PageView } from '../sections/view.ts'

/** Paths of the font files. */
export interface FontFiles {
  /** The font for headings. It is loaded first, because the largest paint on most pages is a heading. */
  heading: string | undefined
  others: readonly string[]
}

/** Input that all documents of a build share. */
export interface SharedRenderInput {
  site: SiteView
  build: string
  fonts: FontFiles
  /** HTML of the scripts that all documents load. */
  scripts: string
}

/** Metadata of a page for search engines and social networks. It is not part of the page data. */
export interface PageMeta {
  /** Full URL. Only the front page's URL ends in a slash. */
  canonical: string | undefined
  title: string
  description: string
  kind: 'website' | 'article'
  image: { url: string; alt: string }
  published?: string | undefined
  modified?: string | undefined
  /** Feeds that the page links to. */
  feeds: { path: string; title: string }[]
  /** Path of the page's Markdown copy. */
  markdown?: string | undefined
  /** schema.org objects that describe the page. */
  structured: object[]
  index: boolean
  /** The page in all its languages, the source first; undefined if there is only one. */
  alternates?: { language: string; url: string }[]
}

/** Input for one document. */
export interface RenderInput {
  view: PageView
  meta: PageMeta
}

export interface RenderedDocument {
  html: string
  /** The page as components receive it, with all HTML. */
  page: ClientPage
}

/** Placeholder for a page's styles. */
export const STYLE_SLOT = '<style data-slot=""></style>'

/**
 * Lists what rules can select in HTML: elements (`p`), classes (`.card`), and `[dir=rtl]` if text runs from right to
 * left.
 */
export function listStyleNames(html: string): string[] {
  const names = new Set<string>()
  for (const [, element, classes, direction] of html.matchAll(/<([a-z][\w-]*)|\sclass="([^"]*)"|\sdir="(rtl)"/gi)) {
    if (element) names.add(element.toLowerCase())
    for (const name of classes?.split(/\s+/) ?? []) names.add(`.${name}`)
    if (direction) names.add('[dir=rtl]')
  }
  return [...names]
}
