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
  /** schema.org objects that describe the page. */
  structured: object[]
  index: boolean
}
