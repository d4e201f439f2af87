import { listInline } from '@northshelf/site/schema/inline-markdown.ts'
import { hrefPattern } from '@northshelf/site/schema/text.ts'
import type { Range } from '../diagnostics/location.ts'
import { oncePer } from './memoize.ts'
import { findSingle, type ParsedFile } from './parsed.ts'
import { listMarked } from './schema/marked-fields.ts'
import type { Path, Source } from './yaml/source.ts'

export interface Link {
  address: string
  /** Range of the address in the file; asked for only where something is wrong. */
  range(): Range
}

/** The links of YAML are found by their schema, those of markdown by its parsers. */
export const linksOf = oncePer((file: ParsedFile): Link[] => {
  const { source, schema, data, body } = file
  const inFields = listMarked(schema, data, 'link').flatMap(({ value, path }): Link[] =>
    // The schema reports what is no address at all.
    source && (/^[/#]/.test(value) || hrefPattern.test(value))
      ? [{ address: value, range: () => source.rangeOfWord(path, value) }]
      : [],
  )
  const inWords = listMarked(schema, data, 'inlineMarkdown').flatMap(({ value, path }): Link[] =>
    listInline(value, 'link').map(({ url: address, offset }) => {
      return { address, range: () => rangeOfLink(source, path, address, value.slice(0, offset)) }
    }),
  )
  const inText = body?.found.links.filter(({ kind }) => kind === 'link') ?? []
  return [
    ...inFields,
    ...inWords,
    ...inText.map((link) => ({ address: link.address, range: () => body?.range(link) ?? [0, 1] })),
  ]
})

/** Removes the site's own origin from the beginning of a link: with http or https, with or without www. */
export function insideOf(files: readonly ParsedFile[]): (address: string) => string {
  const site = findSingle(files, 'site')
  const url = (site?.data as { url?: unknown } | undefined)?.url
  const own = typeof url === 'string' && URL.canParse(url) ? withoutWww(new URL(url).host) : undefined
  return (address) => {
    const [origin, host = ''] = /^https?:\/\/([^/?#]+)/i.exec(address) ?? []
    if (!origin || !own || withoutWww(host.toLowerCase().replace(/:(?:443|80)$/, '')) !== own) return address
    const rest = address.slice(origin.length)
    return rest.startsWith('/') ? rest : `/${rest}`
  }
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

/** Where the address of a link stands: the file has it as often before that place as the value has. */
function rangeOfLink(source: Source | undefined, path: Path, address: string, before: string): Range {
  if (!source) return [0, 1]
  const whole = source.range(path)
  const end = `](${address})`
  const earlier = before.split(end).length
  const parts = source.text.slice(...whole).split(end)
  if (parts.length <= earlier) return whole
  const at = whole[0] + parts.slice(0, earlier).join(end).length + 2
  return [at, at + address.length]
}
