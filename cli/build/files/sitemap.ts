import type { Content } from '../../../src/collections/content.ts'
import type { Route } from '../../../src/routes.ts'
import { definitionOf } from '../../../src/sections/definition.ts'
import { absolute } from '../../../src/site/meta.ts'
import { xml } from './xml.ts'

/**
 * sitemap.xml. `lastmod` stands only where content states a day: search engines drop sitemaps whose
 * days are those of the last build. https://www.sitemaps.org/protocol.html
 */
export function sitemap(routes: Route[], content: Content): string {
  const urls = routes.map((route) => {
    const day = lastModified(route, content)
    return `  <url><loc>${xml(absolute(content, route.path))}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

function lastModified(route: Route, content: Content): string | undefined {
  if (route.kind === 'article') return route.entry.updated ?? route.entry.published
  if (route.kind === 'job') return route.entry.posted
  if (route.kind === 'text') return route.entry.updated
  if (route.kind !== 'page') return undefined
  const days = route.entry.sections.map((section) => definitionOf(section.type).lastModified?.(section, content))
  return days.find((day) => day !== undefined)
}
