import { FEED_FILE } from '@northshelf/site/collections/addresses.ts'
import { type Content, getPagedEntries } from '@northshelf/site/collections/content.ts'
import { fillFigureSlots } from '@northshelf/site/drawings/figure-slot.ts'
import type { Picture } from '@northshelf/site/drawings/picture.ts'
import { formatTimeInZone } from '@northshelf/site/entries/time-zone.ts'
import type { Route } from '@northshelf/site/routes.ts'
import { isLaterPage } from '@northshelf/site/schema/pagination.ts'
import { getMarkdownPath, listFeeds, toAbsoluteUrl } from '@northshelf/site/site/meta.ts'
import { getThemeColor } from '@northshelf/site/theme/theme.ts'
import { replaceControlCharacters } from '../content/literal-markup.ts'
import type { LanguageVersion } from './pages.ts'

const MAX_FEED_ENTRIES = 50

/**
 * Returns every text file of the site except the pages.
 * @param versions the site in each of its languages, the source first
 */
export function renderTextFiles(versions: readonly LanguageVersion[]): { file: string; text: string }[] {
  const [{ content, routes }] = versions as readonly [LanguageVersion]
  return [
    { file: 'sitemap.xml', text: renderSitemap(versions) },
    ...versions.flatMap(({ content: version }) =>
      listFeeds(version).map((source) => ({ file: source.path.slice(1), text: renderFeed(source, version) })),
    ),
    { file: 'robots.txt', text: renderRobotsTxt(content) },
    { file: 'llms.txt', text: renderLlmsTxt(routes, content) },
    { file: '.well-known/security.txt', text: renderSecurityTxt(content, Number(content.today.slice(0, 4))) },
    { file: 'site.webmanifest', text: renderWebManifest(content) },
  ]
}

/**
 * Returns sitemap.xml. Sets `lastmod` only if the content contains a date, because search engines ignore build dates.
 * Omits it on all but the first page of a list, because entries move between the other pages without being modified.
 * https://www.sitemaps.org/protocol.html
 */
function renderSitemap(versions: readonly LanguageVersion[]): string {
  const urls = versions.flatMap(({ content, routes }) =>
    routes.flatMap(({ path, entry, pages, pagination }) => {
      if (entry.unlisted) return []
      const later = isLaterPage(pagination)
      const day = later ? undefined : pages.modified?.(entry, content)
      const links = (later ? undefined : content.translatedPages.get(path))?.map(
        (page) =>
          `<xhtml:link rel="alternate" hreflang="${page.language}" href="${escapeXml(toAbsoluteUrl(content, page.path))}"/>`,
      )
      return `  <url><loc>${escapeXml(toAbsoluteUrl(content, path))}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}${links?.join('') ?? ''}</url>`
    }),
  )
  const languages = versions.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${languages}>\n${urls.join('\n')}\n</urlset>\n`
}

type Feed = ReturnType<typeof listFeeds>[number]

/** Returns the Atom feed (RFC 4287) for a folder of a collection. */
function renderFeed({ path, title, folder, collection, pages }: Feed, content: Content): string {
  const moment = (day: string) => formatTimeInZone(day, '00:00:00', content.site.timeZone)
  const newest = getPagedEntries(collection, content)
    .filter((entry) => entry.folder === folder && !entry.unlisted)
    .slice(0, MAX_FEED_ENTRIES)
    .map((entry) => {
      const { published, author, category, summary, html, figures } = pages.feed(entry, content)
      const updated = pages.modified?.(entry, content) ?? published
      const address = toAbsoluteUrl(content, entry.path)
      const url = escapeXml(address)
      const text = html && withAbsoluteUrls(fillFigureSlots(html, figures, renderDescription), content, address)
      const xml = `  <entry>
    <title>${escapeXml(pages.name(entry, content.site))}</title>
    <link href="${url}"/>
    <id>${url}</id>
    <published>${moment(published)}</published>
    <updated>${moment(updated)}</updated>
    <author><name>${escapeXml(author)}</name></author>
    <category term="${escapeXml(category)}"/>
    <summary>${escapeXml(summary)}</summary>${text ? `\n    <content type="html">${escapeXml(text)}</content>` : ''}
  </entry>
`
      return { updated, xml }
    })
  const days = newest.map(({ updated }) => updated).sort()
  const home = escapeXml(toAbsoluteUrl(content, path.slice(0, -FEED_FILE.length)))
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${content.site.language}">
  <title>${escapeXml(title)}</title>
  <link href="${home}"/>
  <link rel="self" href="${escapeXml(toAbsoluteUrl(content, path))}"/>
  <id>${home}</id>
  <updated>${moment(days.at(-1) ?? '1970-01-01')}</updated>
  <author><name>${escapeXml(content.site.name)}</name></author>
${newest.map(({ xml }) => xml).join('')}</feed>
`
}

/** Replaces a drawing with its description, because feeds cannot show drawings. */
function renderDescription({ title, alt, caption }: Picture): string {
  const source = caption ? `<br>${escapeXml(caption)}` : ''
  return `<p><strong>${escapeXml(title)}.</strong> ${escapeXml(alt)}${source}</p>`
}

/**
 * Makes URLs absolute, because feed readers display the HTML on other sites. Removes `srcset`, because readers do not
 * know the display width of images.
 */
function withAbsoluteUrls(html: string, content: Content, pageUrl: string): string {
  return html
    .replace(/(?<=<img src="[^"]*") srcset="[^"]*" sizes="[^"]*"/g, '')
    .replace(/(?<= (?:href|src)=")(?:#|\/(?!\/))[^"]*/g, (address) =>
      address.startsWith('#') ? pageUrl + address : toAbsoluteUrl(content, address),
    )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes text for XML content and attributes. Replaces characters that XML does not allow with spaces. */
export function escapeXml(text: string): string {
  return replaceControlCharacters(text).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Returns robots.txt, which allows crawling everything. https://www.rfc-editor.org/rfc/rfc9309 */
function renderRobotsTxt(content: Content): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${toAbsoluteUrl(content, '/sitemap.xml')}\n`
}

/**
 * Returns security.txt (RFC 9116). `Expires` is the end of next year, so that all builds in the same year produce the
 * same file, and the file expires if the site is no longer built.
 */
function renderSecurityTxt(content: Content, year: number): string {
  return `Contact: mailto:${content.site.email}\nExpires: ${year + 1}-12-31T23:59:59Z\nPreferred-Languages: ${new Intl.Locale(content.site.language).language}\nCanonical: ${toAbsoluteUrl(content, '/.well-known/security.txt')}\n`
}

/** Returns llms.txt, an overview for language models. Omits all but the first page of each list. https://llmstxt.org */
function renderLlmsTxt(routes: Route[], content: Content): string {
  const groups = new Map<string, Route[]>()
  const { site } = content
  for (const route of routes.filter(({ entry, pagination }) => !entry.unlisted && !isLaterPage(pagination))) {
    const group = route.pages.parent?.(route.entry.folder, site)?.label ?? site.name
    groups.set(group, [...(groups.get(group) ?? []), route])
  }
  const lists = [...groups].map(([name, members]) => {
    const links = members.map(
      (route) =>
        `- [${route.title}](${toAbsoluteUrl(content, getMarkdownPath(route) ?? route.path)}): ${route.description}`,
    )
    return `## ${name}\n\n${links.join('\n')}\n`
  })
  return `# ${site.name}\n\n> ${site.description}\n\n${lists.join('\n')}`
}

/** Returns site.webmanifest. https://www.w3.org/TR/appmanifest/ */
function renderWebManifest(content: Content): string {
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
    background_color: getThemeColor('paper', content.site.theme),
    theme_color: getThemeColor('paper', content.site.theme),
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  })
}
