import type { Content } from '@northshelf/site/collections/content.ts'
import type { Route } from '@northshelf/site/routes.ts'
import { isLaterPage } from '@northshelf/site/schema/pagination.ts'
import { toAbsoluteUrl } from '@northshelf/site/site/meta.ts'
import { getHexColor } from '@northshelf/site/theme/tokens.ts'

/** Returns robots.txt, which allows crawling everything except page data. https://www.rfc-editor.org/rfc/rfc9309 */
export function renderRobotsTxt(content: Content): string {
  return `User-agent: *\nDisallow: /data/\n\nSitemap: ${toAbsoluteUrl(content, '/sitemap.xml')}\n`
}

/**
 * Returns security.txt (RFC 9116). `Expires` is the end of next year, so that all builds in the same year produce the
 * same file, and the file expires if the site is no longer built.
 */
export function renderSecurityTxt(content: Content, year: number): string {
  return `Contact: mailto:${content.site.email}\nExpires: ${year + 1}-12-31T23:59:59Z\nPreferred-Languages: ${content.site.language.slice(0, 2)}\nCanonical: ${toAbsoluteUrl(content, '/.well-known/security.txt')}\n`
}

/** Returns llms.txt, an overview for language models. Omits all but the first page of each list. https://llmstxt.org */
export function renderLlmsTxt(routes: Route[], content: Content): string {
  const groups = new Map<string, Route[]>()
  const { site } = content
  for (const route of routes.filter(({ pagination }) => !isLaterPage(pagination))) {
    const group = route.pages.parent?.(route.entry.folder, site)?.label ?? site.name
    groups.set(group, [...(groups.get(group) ?? []), route])
  }
  const lists = [...groups].map(([name, members]) => {
    const links = members.map(
      ({ title, path, description }) => `- [${title}](${toAbsoluteUrl(content, path)}): ${description}`,
    )
    return `## ${name}\n\n${links.join('\n')}\n`
  })
  return `# ${site.name}\n\n> ${site.description}\n\n${lists.join('\n')}`
}

/** Returns site.webmanifest. https://www.w3.org/TR/appmanifest/ */
export function renderWebManifest(content: Content): string {
  const icon = (size: number, purpose: string) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    name: content.site.name,
    short_name: content.site.name,
    description: content.site.description,
    lang: content.site.language,
    start_url: '/',
    display: 'browser',
    background_color: getHexColor('paper'),
    theme_color: getHexColor('paper'),
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  })
}
