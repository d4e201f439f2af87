import type { Content } from '@northshelf/site/collections/content.ts'
import type { Route } from '@northshelf/site/routes.ts'
import { listFeeds } from '@northshelf/site/site/meta.ts'
import { renderFeed } from './feed.ts'
import { renderSitemap } from './sitemap.ts'
import { renderLlmsTxt, renderRobotsTxt, renderSecurityTxt, renderWebManifest } from './texts.ts'

/** Returns every text file of the site except the pages. */
export function renderTextFiles(routes: Route[], content: Content): { file: string; text: string }[] {
  return [
    { file: 'sitemap.xml', text: renderSitemap(routes, content) },
    ...listFeeds(content).map((source) => ({ file: source.path.slice(1), text: renderFeed(source, content) })),
    { file: 'robots.txt', text: renderRobotsTxt(content) },
    { file: 'llms.txt', text: renderLlmsTxt(routes, content) },
    { file: '.well-known/security.txt', text: renderSecurityTxt(content, Number(content.today.slice(0, 4))) },
    { file: 'site.webmanifest', text: renderWebManifest(content) },
  ]
}
