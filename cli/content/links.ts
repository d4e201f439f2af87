import { listInlineNodes } from '@northshelf/site/schema/inline-markdown.ts'
import { parseUrl } from '@northshelf/site/schema/parse-url.ts'
import { hrefPattern } from '@northshelf/site/schema/text.ts'
import type { Range } from '../diagnostics/location.ts'
import { memoize } from './memoize.ts'
import { findSingleFile, type ParsedFile } from './parsed.ts'
import { listMarkedTexts } from './schema/walk-schema.ts'
import type { ValuePath, YamlSource } from './yaml/source.ts'

export interface Link {
  address: string
  /** Computes the address's range in the file. Called only when a problem is reported. */
  range(): Range
}

/** Lists a file's links, both in Markdown and in fields that the schema marks as links. */
export const listFileLinks = memoize((file: ParsedFile): Link[] => {
  const { source, schema, data, body } = file
  const inFields = listMarkedTexts(schema, data, 'link').flatMap(({ value, path }): Link[] =>
    // Skips values that are not addresses, because the schema reports them.
    source && (/^[/#]/.test(value) || hrefPattern.test(value))
      ? [{ address: value, range: () => source.rangeOfWord(path, value) }]
      : [],
  )
  const inWords = listMarkedTexts(schema, data, 'inlineMarkdown').flatMap(({ value, path }): Link[] =>
    listInlineNodes(value, 'link').map(({ url: address, offset }) => {
      return { address, range: () => rangeOfLink(source, path, address, value.slice(0, offset)) }
    }),
  )
  const inText = (body?.analysis.links ?? []).filter(({ kind }) => kind === 'link')
  const inBody = inText.map((link): Link => ({ address: link.address, range: () => body?.range(link) ?? [0, 1] }))
  return [...inFields, ...inWords, ...inBody]
})

/** Returns a function that removes the site's origin, with http or https, with or without www, from addresses. */
export function createOriginStripper(files: readonly ParsedFile[]): (address: string) => string {
  const site = findSingleFile(files, 'site')
  const url = (site?.data as { url?: unknown } | undefined)?.url
  const siteHost = typeof url === 'string' ? withoutWww(parseUrl(url)?.host ?? '') : ''
  return (address) => {
    const [origin, host = ''] = /^https?:\/\/([^/?#]+)/i.exec(address) ?? []
    if (!origin || !siteHost || withoutWww(host.toLowerCase().replace(/:(?:443|80)$/, '')) !== siteHost) return address
    const rest = address.slice(origin.length)
    return rest.startsWith('/') ? rest : `/${rest}`
  }
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

/** Returns the range of a link's address. `before` is the text up to the link, used to count earlier equal links. */
function rangeOfLink(source: YamlSource | undefined, path: ValuePath, address: string, before: string): Range {
  if (!source) return [0, 1]
  const valueRange = source.range(path)
  const end = `](${address})`
  const earlier = before.split(end).length
  const parts = source.text.slice(...valueRange).split(end)
  if (parts.length <= earlier) return valueRange
  const start = valueRange[0] + parts.slice(0, earlier).join(end).length + 2
  return [start, start + address.length]
}
