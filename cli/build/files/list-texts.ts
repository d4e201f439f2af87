import type { Content } from '@northshelf/site/collections/content.ts'
import type { Route } from '@northshelf/site/routes.ts'
import { listFeeds } from '@northshelf/site/site/meta.ts'
import { feed } from './feed.ts'
import { sitemap } from './sitemap.ts'
import { llmsText, robots, securityText, webManifest } from './texts.ts'

/** Returns every text file of the site except the pages. */
export function listTexts(routes: Route[], content: Content): { file: string; text: string }[] {
  return [
    { file: 'sitemap.xml', text: sitemap(routes, content) },
    ...listFeeds(content).map((source) => ({ file: source.path.slice(1), text: feed(source, content) })),
    { file: 'robots.txt', text: robots(content) },
    { file: 'llms.txt', text: llmsText(routes, content) },
    { file: '.well-known/security.txt', text: securityText(content, Number(content.today.slice(0, 4))) },
    { file: 'site.webmanifest', text: webManifest(content) },
  ]
}
