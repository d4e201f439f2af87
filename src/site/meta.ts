import type { Content } from '../collections/content.ts'
import type { Route } from '../routes.ts'
import type { PageMeta } from '../schema/meta.ts'
import type { PageView } from '../sections/view.ts'
import { shareImage, shareWords } from './share.ts'
import { structuredData } from './structured-data.ts'
import { fullTitle } from './title.ts'
import { descriptionOf, titleOf } from './views.ts'

/** Feeds of the site: one for each collection of articles. */
export function listFeeds({ site }: Content): { path: string; title: string; collection: 'blog' | 'insights' }[] {
  return (['blog', 'insights'] as const).map((collection) => ({
    collection,
    path: `/${collection}/feed.xml`,
    title: `${site.name}: ${site.article[collection].label}`,
  }))
}

/** Full address of a path. */
export function absolute(content: Content, path: string): string {
  return content.site.url + (path === '/' ? '/' : path)
}

export function createMeta(route: Route, content: Content): PageMeta {
  const { site } = content
  const dates =
    route.kind === 'article'
      ? { published: route.entry.published, modified: route.entry.updated ?? route.entry.published }
      : {}
  return {
    canonical: absolute(content, route.path),
    title: fullTitle(route.path, titleOf(route), site.name),
    description: descriptionOf(route),
    kind: route.kind === 'article' ? 'article' : 'website',
    image: {
      url: absolute(content, shareImage(route.path)),
      alt: `${site.name}: ${shareWords(route, content).title}`,
    },
    ...dates,
    feeds: listFeeds(content),
    structured: structuredData(route, content),
    index: true,
  }
}

/** Of a page that stands at no address of its own. */
export function createMetaWithoutAddress(view: PageView, content: Content): PageMeta {
  const { site } = content
  return {
    canonical: undefined,
    title: fullTitle(view.path, view.title, site.name),
    description: view.description,
    kind: 'website',
    image: { url: absolute(content, shareImage('/')), alt: site.name },
    feeds: [],
    structured: [],
    index: false,
  }
}
