import type { Content } from '@northshelf/site/collections/content.ts'
import type { Picture } from '@northshelf/site/drawings/picture.ts'
import type { Route } from '@northshelf/site/routes.ts'
import { escapeMarkdown } from '@northshelf/site/schema/markdown.ts'
import { resolveUrl } from '@northshelf/site/schema/parse-url.ts'
import { getMarkdownPath, toAbsoluteUrl } from '@northshelf/site/site/meta.ts'
import { parseDocumentName } from '../content/documents.ts'
import { parseImageName } from '../content/images.ts'

/** Returns the Markdown copies of pages by file name: functions that create them on demand. */
export function listMarkdownCopies(routes: readonly Route[], content: Content): Map<string, () => Promise<string>> {
  return new Map(
    routes.flatMap((route) => {
      const path = getMarkdownPath(route)
      return path ? [[path.slice(1), () => renderMarkdownCopy(route, content)] as const] : []
    }),
  )
}

async function renderMarkdownCopy({ entry, pages, description, path }: Route, content: Content): Promise<string> {
  // Load the parser only if there are copies.
  const { makePortable } = await import('../content/markdown/portable-markdown.ts')
  const url = toAbsoluteUrl(content, path)
  const figures = entry.figures as Readonly<Record<string, Picture>> | undefined
  const body = makePortable(pages.markdown?.(entry, content) ?? entry.markdown ?? '', {
    resolve: (address) => resolveAddress(address, url, content),
    describeFigure: (name, alt, caption) => describeFigure(figures?.[name], alt, caption),
  })
  const parts = [`# ${escapeMarkdown(pages.name(entry, content.site))}`, escapeMarkdown(description), `<${url}>`, body]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function resolveAddress(address: string, pageUrl: string, { textImages }: Content): string {
  const isDocument = parseDocumentName(address) !== undefined
  const absolute = isDocument ? address.replace(/^[./]*/, '/') : address
  const path = textImages.get(parseImageName(address) ?? '') ?? absolute
  return /^(?:#|\/(?!\/))/.test(path) ? resolveUrl(path, pageUrl) : address
}

/** Describes a drawing, because Markdown cannot show it. */
function describeFigure(picture: Picture | undefined, alt: string, caption: string): string {
  if (!picture) return ''
  const source = caption || picture.caption
  const text = `**${escapeMarkdown(picture.title)}.** ${escapeMarkdown(alt || picture.alt)}`
  return source ? `${text}\\\n${escapeMarkdown(source)}` : text
}
