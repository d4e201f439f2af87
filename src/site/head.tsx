import type { SiteView } from '../sections/site-view.ts'
import { getThemeColor } from '../theme/theme.ts'
import type { FontFiles, PageMeta } from './render-input.ts'

/** Renders everything in `<head>` except styles and scripts. Only used on the server. */
export function Head({ meta, site, fonts }: { meta: PageMeta; site: SiteView; fonts: FontFiles }) {
  const { canonical, title, description, image } = meta
  const { theme } = site
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {meta.index ? null : <meta name="robots" content="noindex" />}
      {canonical ? <link rel="canonical" href={canonical} /> : null}
      {meta.alternates?.map(({ language, url }) => (
        <link key={language} rel="alternate" hrefLang={language} href={url} />
      ))}
      {meta.alternates ? <link rel="alternate" hrefLang="x-default" href={meta.alternates[0]?.url} /> : null}
      {fonts.heading ? <link rel="preload" href={fonts.heading} as="font" crossOrigin="" /> : null}
      {fonts.others.map((font) => (
        <link key={font} rel="preload" href={font} as="font" crossOrigin="" fetchPriority="low" />
      ))}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={getThemeColor('paper', theme)} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={getThemeColor('paper', theme, 'dark')} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="manifest" href="/site.webmanifest" />
      {meta.feeds.map((feed) => (
        <link key={feed.path} rel="alternate" type="application/atom+xml" title={feed.title} href={feed.path} />
      ))}
      {meta.markdown ? <link rel="alternate" type="text/markdown" href={meta.markdown} /> : null}
      <meta property="og:type" content={meta.kind} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {canonical ? <meta property="og:url" content={canonical} /> : null}
      <meta property="og:image" content={image.url} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {meta.published ? <meta property="article:published_time" content={meta.published} /> : null}
      {meta.modified ? <meta property="article:modified_time" content={meta.modified} /> : null}
      {meta.structured.map((item) => (
        <script
          key={JSON.stringify(item)}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: stringifyForHtml(item) }}
        />
      ))}
    </>
  )
}

/** Returns JSON without `<`, so that the JSON cannot end its `<script>` element. */
export function stringifyForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
