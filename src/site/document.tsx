import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { PageSourceContext } from '../client/page-source.ts'
import { formatLanguageAttributes } from '../schema/language.ts'
import type { SiteView } from '../sections/site-view.ts'
import type { InlineData, PageView } from '../sections/view.ts'
import { getThemeColor } from '../theme/theme.ts'
import { composePage, omitHtml } from './compose.tsx'
import { CurrentPage } from './current-page.tsx'
import { getLinkStates } from './header.tsx'
import { Layout } from './layout.tsx'
import { createLiveComponents } from './live-components.ts'
import {
  type FontFiles,
  type PageMeta,
  type RenderedDocument,
  type RenderInput,
  type SharedRenderInput,
  STYLE_SLOT,
} from './render-input.ts'

export { listBrokenComponents } from './own-components.ts'

/** Placeholder for the content of the page while the layout is rendered. */
const MAIN = '<!--main-->'
/** React's mark of a Suspense boundary whose content threw an error. */
const FAILED = '<!--$!-->'

/**
 * Creates a function that renders pages to HTML documents. Pages whose menus mark the same links as current share one
 * rendered layout.
 */
export function createDocumentRenderer({ site, build, fonts, scripts }: SharedRenderInput) {
  const components = createLiveComponents()
  const layouts = new Map<string, string[]>()
  const layoutOf = ({ path, header }: PageView) => {
    const current = header ?? getLinkStates(path, site).join()
    const layout =
      layouts.get(current) ??
      renderToStaticMarkup(<Layout path={path} site={site} header={header} main={MAIN} />).split(MAIN)
    layouts.set(current, layout)
    return layout
  }
  /** Uses `renderToString`, because streaming would insert late content with inline scripts. */
  return async ({ view, meta }: RenderInput): Promise<RenderedDocument> => {
    const page = await composePage(view, site)
    await components.load(page)
    const renderMain = (content: ReactNode) =>
      renderToString(
        <PageSourceContext value={{ read: () => page, show() {}, arrived() {} }}>
          <StaticRouter location={view.path}>
            {/* As many children as in src/vike/app.tsx, because the results of `useId` depend on their number. */}
            {null}
            {content}
            {null}
          </StaticRouter>
        </PageSourceContext>,
      )
    const main = renderMain(<CurrentPage site={page.site} components={components} />)
    // Outside of Suspense, the live section throws its error, which React otherwise leaves to the browser.
    for (const section of main.includes(FAILED) ? page.sections : []) {
      if (section.type === 'html') continue
      const Section = components.get(section.type)
      renderMain(<Section view={section} site={page.site} />)
    }
    const head = renderToStaticMarkup(<Head meta={meta} site={site} fonts={fonts} />)
    // A page with another header or language has another build id, so that browsers load its document.
    const language = site.home === '/' ? undefined : site.language
    const inline: InlineData = { build: [build, language, view.header].filter(Boolean).join('-'), page: omitHtml(page) }
    const [before, after] = layoutOf(view)
    const html = [
      `<!doctype html><html ${formatLanguageAttributes(site.language)}${site.theme.drawings === 'neutral' ? ' class="neutral"' : ''}><head>${head}${STYLE_SLOT}</head><body>`,
      before,
      main,
      after,
      `<script id="page" type="application/json">${stringifyForHtml(inline)}</script>`,
      `${scripts}</body></html>`,
    ]
    return { html: html.join(''), page }
  }
}

/** Renders everything in `<head>` except styles and scripts. */
function Head({ meta, site, fonts }: { meta: PageMeta; site: SiteView; fonts: FontFiles }) {
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
