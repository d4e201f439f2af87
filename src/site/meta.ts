import { formatPageTitle } from '../client/title.ts'
import { getCopyPath, getFeedPath, getFolderAddress, getShareImagePath } from '../collections/addresses.ts'
import type { CardContent } from '../collections/collection.ts'
import { type Content, getFrontPage, getPagedEntries } from '../collections/content.ts'
import { collections } from '../collections/list.ts'
import type { Route } from '../routes.ts'
import { isLaterPage } from '../schema/pagination.ts'
import type { PageView } from '../sections/view.ts'
import type { PageMeta } from './render-input.ts'

/** Lists the site's feeds, one for each feed folder. Omits folders that no page lists. */
export function listFeeds(content: Content) {
  const { site } = content
  return collections.flatMap((collection) => {
    const { folders, pages } = collection
    const feed = pages?.feed
    if (!feed) return []
    return Object.keys(folders).flatMap((folder) => {
      const list = pages.parent?.(folder, site)
      if (pages.parent && !list) return []
      // A translation of the site has a feed only if it has entries.
      if (content.home !== '/' && !getPagedEntries(collection, content).some((entry) => entry.folder === folder))
        return []
      const title = `${site.name}: ${list?.label ?? folder}`
      return {
        path: getFeedPath(getFolderAddress(collection, folder, site.addresses)),
        title,
        folder,
        collection,
        pages: { ...pages, feed },
      }
    })
  })
}

export function toAbsoluteUrl(content: Content, path: string): string {
  return content.site.url + path
}

/** Returns the path of a page's Markdown copy; undefined if it has none. */
export function getMarkdownPath({ path, entry, pagination }: Route): string | undefined {
  return entry.markdown === undefined || entry.unlisted || isLaterPage(pagination) ? undefined : getCopyPath(path)
}

export function createPageMeta(route: Route, content: Content): PageMeta {
  const { path, entry, pages } = route
  const { site } = content
  const published = pages.feed?.(entry, content).published
  return {
    canonical: toAbsoluteUrl(content, path),
    title: formatPageTitle(path, route.title, site.name),
    description: route.description,
    kind: published ? 'article' : 'website',
    image: {
      url: toAbsoluteUrl(content, entry.share?.image ?? getShareImagePath(entry.path)),
      alt: entry.share?.alt ?? `${site.name}: ${pages.card(entry, site).title}`,
    },
    ...(published && { published, modified: pages.modified?.(entry, content) ?? published }),
    feeds: listFeeds(content).map(({ path, title }) => ({ path, title })),
    markdown: getMarkdownPath(route),
    structured: createStructuredData(route, content),
    index: !entry.unlisted,
    ...(isLaterPage(route.pagination) || entry.unlisted ? {} : listAlternates(path, content)),
  }
}

/** Returns the URLs of a page in all its languages; nothing if it exists in only one. */
function listAlternates(path: string, content: Content): Pick<PageMeta, 'alternates'> {
  const all = content.translatedPages.get(path)?.map((page) => ({
    language: page.language,
    url: toAbsoluteUrl(content, page.path),
  }))
  return all ? { alternates: all } : {}
}

/** Returns the metadata of a page that has no URL of its own, such as the 404 page. */
export function createErrorPageMeta(view: PageView, content: Content): PageMeta {
  const { site } = content
  return {
    canonical: undefined,
    title: formatPageTitle(view.path, view.title, site.name),
    description: view.description,
    kind: 'website',
    image: { url: toAbsoluteUrl(content, getShareImagePath(getFrontPage(content))), alt: site.name },
    feeds: [],
    structured: [],
    index: false,
  }
}

/**
 * Returns the schema.org objects for a page. Google's guidelines require that they describe only visible content, and
 * forbid Review markup for a company's own testimonials.
 */
export function createStructuredData({ path, pages, entry, pagination }: Route, content: Content): object[] {
  const { site } = content
  const parent = pages.parent?.(entry.folder, site)
  const laterPage = isLaterPage(pagination)
  const steps = [
    { name: site.labels.home, path: getFrontPage(content) },
    ...(parent ? [{ name: parent.label, path: parent.to }] : []),
    ...(entry.path === content.home ? [] : [{ name: pages.name(entry, site), path: entry.path }]),
    ...(laterPage ? [{ name: pagination.words, path }] : []),
  ]
  // On a paginated list, only the first page describes the list itself.
  const own = laterPage ? [] : (pages.structuredData?.(entry, content) ?? [])
  const graph = [...own, ...(path === content.home ? [] : [createBreadcrumb(steps, site.url)])]
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

export interface ShareCard extends CardContent {
  /** Path of the image on the site. */
  image: string
}

export function createShareCard({ path, pages, entry }: Route, { site }: Content): ShareCard {
  return { image: getShareImagePath(path), ...pages.card(entry, site) }
}
