import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { InlineData } from '../client/app.tsx'
import { PageSourceContext } from '../client/page-source.ts'
import type { RenderInput, RenderOutput } from '../vike/render-input.ts'
import { composePage, withoutHtml } from './compose.tsx'
import { Head, jsonForHtml } from './head.tsx'
import { loadSections } from './load-sections.ts'
import { Site } from './site.tsx'

/** One page → one HTML document. `renderToString`, so that nothing is streamed in late by inline scripts. */
export async function renderDocument(input: RenderInput): Promise<RenderOutput & { html: string }> {
  const { view, site, meta, build, siteAddress, fonts, stylesheet } = input
  const page = await composePage(view, site)
  await loadSections(page)
  const body = renderToString(
    <PageSourceContext value={{ read: () => page, arrived() {} }}>
      <StaticRouter location={view.path}>
        <Site site={site} />
      </StaticRouter>
    </PageSourceContext>,
  )
  const inline: InlineData = { build, site: siteAddress, page: withoutHtml(page) }
  const html = renderToStaticMarkup(
    <html lang={site.language}>
      <head>
        <Head meta={meta} siteName={site.name} fonts={fonts} />
        <style data-slot="" />
        <noscript>
          <link rel="stylesheet" href={stylesheet} />
        </noscript>
      </head>
      <body>
        <div id="root" dangerouslySetInnerHTML={{ __html: body }} />
        <script id="page" type="application/json" dangerouslySetInnerHTML={{ __html: jsonForHtml(inline) }} />
      </body>
    </html>,
  )
  return { html: `<!doctype html>${html}`, page }
}
