import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { InlineData } from '../client/app.tsx'
import { PageSourceContext } from '../client/page-source.ts'
import type { RenderInput, RenderOutput } from '../vike/render-input.ts'
import { composePage, withoutHtml } from './compose.tsx'
import { Head, jsonForHtml } from './head.tsx'
import { Layout } from './layout.tsx'
import { createLiveComponents } from './live-components.ts'
import { Site } from './site.tsx'

/** One page → one HTML document. `renderToString`, so that nothing is streamed in late by inline scripts. */
export async function renderDocument(input: RenderInput): Promise<RenderOutput> {
  const { view, site, meta, build, fonts, scripts } = input
  const page = await composePage(view, site)
  const components = createLiveComponents()
  await components.load(page)
  const main = renderToString(
    <PageSourceContext value={{ read: () => page, show() {}, arrived() {} }}>
      <StaticRouter location={view.path}>
        <Site site={page.site} components={components} />
      </StaticRouter>
    </PageSourceContext>,
  )
  const inline: InlineData = { build, page: withoutHtml(page) }
  const html = renderToStaticMarkup(
    <html lang={site.language}>
      <head>
        <Head meta={meta} siteName={site.name} fonts={fonts} />
        <style data-slot="" />
      </head>
      <body>
        <Layout path={view.path} site={site} main={main} />
        <script id="page" type="application/json" dangerouslySetInnerHTML={{ __html: jsonForHtml(inline) }} />
      </body>
    </html>,
  )
  return { html: `<!doctype html>${html.replace(/(?=<\/body><\/html>$)/, () => scripts)}`, page }
}
