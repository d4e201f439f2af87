import type { Content } from '../collections/content.ts'
import type { Route } from '../routes.ts'

/**
 * schema.org objects of a page, by the rules of Google's structured-data guides: only what a visitor
 * can see on the page, and no Review markup for testimonials a company publishes of itself.
 */
export function structuredData({ path, pages, entry }: Route, content: Content): object[] {
  const { site } = content
  const parent = pages.parent?.(entry.folder, site)
  const steps = [
    { name: site.labels.home, path: '/' },
    ...(parent ? [{ name: parent.label, path: parent.to }] : []),
    { name: pages.name(entry, site), path },
  ]
  const graph = [...(pages.structuredData?.(entry, content) ?? []), ...(path === '/' ? [] : [trail(steps, site.url)])]
  return graph.map((item) => ({ '@context': 'https://schema.org', ...item }))
}

function trail(steps: { name: string; path: string }[], url: string): object {
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
