import type { Content } from '@northshelf/site/collections/content.ts'
import type { Route } from '@northshelf/site/routes.ts'
import { isLaterPage } from '@northshelf/site/schema/pagination.ts'
import { toAbsoluteUrl } from '@northshelf/site/site/meta.ts'
import { escapeXml } from './xml.ts'

/**
 * Returns sitemap.xml. Sets `lastmod` only if the content contains a date, because search engines ignore build dates.
 * Omits it on all but the first page of a list, because entries move between the other pages without being modified.
 * https://www.sitemaps.org/protocol.html
 */
export function renderSitemap(routes: Route[], content: Content): string {
  const urls = routes.map(({ path, entry, pages, pagination }) => {
    const day = isLaterPage(pagination) ? undefined : pages.modified?.(entry, content)
    return `  <url><loc>${escapeXml(toAbsoluteUrl(content, path))}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}
