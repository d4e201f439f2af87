import { formatPageTitle } from '../client/title.ts'
import { getFeedPath, getShareImagePath } from '../collections/addresses.ts'
import type { Content } from '../collections/content.ts'
import { collections } from '../collections/list.ts'
import type { Route } from '../routes.ts'
import type { PageMeta } from '../schema/meta.ts'
import type { PageView } from '../sections/view.ts'
import { createStructuredData } from './structured-data.ts'

/** Lists the site's feeds, one for each feed folder. Omits folders that no page lists. */
export function listFeeds({ site }: Content) {
  return collections.flatMap((collection) => {
    const { folders, pages } = collection
    const feed = pages?.feed
    if (!feed) return []
    return Object.keys(folders).flatMap((folder) => {
      const list = pages.parent?.(folder, site)
      if (pages.parent && !list) return []
      const title = `${site.name}: ${list?.label ?? folder}`
      return { path: getFeedPath(folder), title, folder, collection, pages: { ...pages, feed } }
    })
  })
}

export function toAbsoluteUrl(content: Content, path: string): string {
  return content.site.url + (path === '/' ? '/' : path)
}

export function createPageMeta(route: Route, content: Content): PageMeta {
  const { path, entry, pages } = route
  const { site } = content
  const published = pages.feed?.(entry).published
  return {
    canonical: toAbsoluteUrl(content, path),
    title: formatPageTitle(path, route.title, site.name),
    description: route.description,
    kind: published ? 'article' : 'website',
    image: {
      url: toAbsoluteUrl(content, getShareImagePath(entry.path)),
      alt: `${site.name}: ${pages.card(entry, site).title}`,
    },
    ...(published && { published, modified: pages.modified?.(entry, content) ?? published }),
    feeds: listFeeds(content).map(({ path, title }) => ({ path, title })),
    structured: createStructuredData(route, content),
    index: true,
  }
}

/** Returns the metadata of a page that has no URL of its own, such as the 404 page. */
export function createErrorPageMeta(view: PageView, content: Content): PageMeta {
  const { site } = content
  return {
    canonical: undefined,
    title: formatPageTitle(view.path, view.title, site.name),
    description: view.description,
    kind: 'website',
    image: { url: toAbsoluteUrl(content, getShareImagePath('/')), alt: site.name },
    feeds: [],
    structured: [],
    index: false,
  }
}
