import type { Content } from '../collections/content.ts'
import type { Route } from '../routes.ts'
import { isLaterPage } from '../schema/pagination.ts'

/**
 * Returns the schema.org objects for a page. Google's guidelines require that they describe only visible content, and
 * forbid Review markup for a company's own testimonials.
 */
export function createStructuredData({ path, pages, entry, pagination }: Route, content: Content): object[] {
  const { site } = content
  const parent = pages.parent?.(entry.folder, site)
  const laterPage = isLaterPage(pagination)
  const steps = [
    { name: site.labels.home, path: '/' },
    ...(parent ? [{ name: parent.label, path: parent.to }] : []),
    ...(entry.path === '/' ? [] : [{ name: pages.name(entry, site), path: entry.path }]),
    ...(laterPage ? [{ name: pagination.words, path }] : []),
  ]
  // On a paginated list, only the first page describes the list itself.
  const own = laterPage ? [] : (pages.structuredData?.(entry, content) ?? [])
  const graph = [...own, ...(path === '/' ? [] : [createBreadcrumb(steps, site.url)])]
  return graph.map((item) => ({ '@context': 'https://schema.org', ...item }))
}

function createBreadcrumb(steps: { name: string; path: string }[], url: string): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url + path,
    })),
  }
}
