import type { Content } from '../collections/content.ts'
import type { Route } from '../routes.ts'
import { isFurther } from '../schema/pagination.ts'

/**
 * Returns the schema.org objects of a page. As Google's guides require: only what visitors can see on the page, and no
 * Review markup for a company's own testimonials.
 */
export function structuredData({ path, pages, entry, pagination }: Route, content: Content): object[] {
  const { site } = content
  const parent = pages.parent?.(entry.folder, site)
  const further = isFurther(pagination)
  const steps = [
    { name: site.labels.home, path: '/' },
    ...(parent ? [{ name: parent.label, path: parent.to }] : []),
    ...(entry.path === '/' ? [] : [{ name: pages.name(entry, site), path: entry.path }]),
    ...(further ? [{ name: pagination.words, path }] : []),
  ]
  // Only the first page of a list has the data of the page itself.
  const own = further ? [] : (pages.structuredData?.(entry, content) ?? [])
  const graph = [...own, ...(path === '/' ? [] : [trail(steps, site.url)])]
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
