import { type Content, getPagedEntries } from '@northshelf/site/collections/content.ts'
import { fillFigureSlots } from '@northshelf/site/drawings/figure-slot.ts'
import type { Picture } from '@northshelf/site/drawings/picture.ts'
import { type listFeeds, toAbsoluteUrl } from '@northshelf/site/site/meta.ts'
import { escapeXml } from './xml.ts'

/** Maximum number of entries in a feed. */
const MAX_ENTRIES = 50

/** Replaces a drawing with its description, because feeds cannot show drawings. */
function renderDescription({ title, alt }: Picture): string {
  return `<p><strong>${escapeXml(title)}.</strong> ${escapeXml(alt)}</p>`
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

/** Returns the Atom feed (RFC 4287) for a folder of a collection. */
export function renderFeed(
  { path, title, folder, collection, pages }: ReturnType<typeof listFeeds>[number],
  content: Content,
): string {
  const newest = getPagedEntries(collection, content)
    .filter((entry) => entry.folder === folder)
    .slice(0, MAX_ENTRIES)
    .map((entry) => {
      const feedEntry = pages.feed(entry)
      const updated = pages.modified?.(entry, content) ?? feedEntry.published
      return {
        ...feedEntry,
        updated,
        title: pages.name(entry, content.site),
        address: toAbsoluteUrl(content, entry.path),
      }
    })
  const updated =
    newest
      .map((entry) => entry.updated)
      .sort()
      .at(-1) ?? '1970-01-01'
  const moment = (day: string) => `${day}T00:00:00Z`
  const entries = newest.map((entry) => {
    const html = entry.html && fillFigureSlots(entry.html, entry.figures, renderDescription)
    const text =
      html && `\n    <content type="html">${escapeXml(withAbsoluteUrls(html, content, entry.address))}</content>`
    const url = escapeXml(entry.address)
    return `  <entry>
    <title>${escapeXml(entry.title)}</title>
    <link href="${url}"/>
    <id>${url}</id>
    <published>${moment(entry.published)}</published>
    <updated>${moment(entry.updated)}</updated>
    <author><name>${escapeXml(entry.author)}</name></author>
    <category term="${escapeXml(entry.category)}"/>
    <summary>${escapeXml(entry.summary)}</summary>${text ?? ''}
  </entry>
`
  })
  const home = escapeXml(toAbsoluteUrl(content, `/${folder}`))
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${content.site.language}">
  <title>${escapeXml(title)}</title>
  <link href="${home}"/>
  <link rel="self" href="${escapeXml(toAbsoluteUrl(content, path))}"/>
  <id>${home}</id>
  <updated>${moment(updated)}</updated>
  <author><name>${escapeXml(content.site.name)}</name></author>
${entries.join('')}</feed>
`
}
