/** Metadata of a page for search engines and social networks; not part of the page data. */
export interface PageMeta {
  /** Full address, without a trailing slash except for the front page. */
  canonical: string | undefined
  title: string
  description: string
  kind: 'website' | 'article'
  image: { url: string; alt: string }
  published?: string | undefined
  modified?: string | undefined
  /** Paths of feeds to announce. */
  feeds: { path: string; title: string }[]
  /** schema.org objects. */
  structured: object[]
  index: boolean
}
