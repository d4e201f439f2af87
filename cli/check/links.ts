import { figureName } from '../../src/drawings/figure-slot.ts'
import { listMarked } from '../../src/schema/references.ts'
import { describeScheme } from '../content/addresses.ts'
import { imageName } from '../content/images.ts'
import { nearest, surelyMeant } from '../content/nearest.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'
import type { Range } from '../content/source.ts'
import { upcoming } from '../content/upcoming.ts'
import { type Address, listAddresses, publishedFiles } from './addresses.ts'
import { oncePer } from './once-per.ts'

interface Link {
  file: ParsedFile
  address: string
  /** Range of the address in the file; asked for only where something is wrong. */
  range(): Range
}

interface Trouble {
  rule: 'link/dead' | 'link/dead-anchor' | 'link/relative' | 'link/scheme'
  message: string
  help: string
  /** What must have been meant, if only one thing can. */
  meant?: string | undefined
}

/** Every link inside the site must lead to a page, and to a place on it, that the build will make. */
export function links({ files }: ParsedFolder): Problem[] {
  const addresses = listAddresses(files)
  const known = new Map(addresses.map((address) => [address.path, address]))
  const homes = new Map(addresses.map((address) => [address.file, address]))
  const site = files.find((file) => !file.collection && file.slug === 'site')
  const siteUrl = (site?.data as { url?: unknown } | undefined)?.url
  const origin = typeof siteUrl === 'string' && siteUrl.startsWith('https://') ? siteUrl : undefined

  return files.flatMap((file) =>
    linksOf(file).flatMap(({ address, range: locate }): Problem[] => {
      const own = origin && (address === origin || address.startsWith(`${origin}/`))
      const inside = own ? address.slice(origin.length) || '/' : address
      const trouble = judge(inside, homes.get(file), known)
      if (!trouble) return []
      const { meant, ...words } = trouble
      const range = locate()
      const whole = range[1] - range[0] === address.length
      const place = createPlaces(file.text)(...range)
      const fix =
        meant === undefined || !whole ? undefined : { edits: [{ start: range[0], end: range[1], text: meant }] }
      return [{ ...words, severity: 'error', file: file.file, ...place, fix }]
    }),
  )
}

/** The links of YAML are found by their schema, those of markdown by its parser. */
const linksOf = oncePer((file: ParsedFile): Link[] => {
  const { source, schema, data, body } = file
  const written = source
    ? listMarked(schema, data, 'link').flatMap(({ value, path }) =>
        // What is no address at all is told by the schema.
        /^(?:[/#]|https:)/.test(value) ? [{ file, address: value, range: () => source.rangeOfWord(path, value) }] : [],
      )
    : []
  const inText = body?.found.links.filter(({ kind }) => kind === 'link') ?? []
  return [
    ...written,
    ...inText.map((link) => ({ file, address: link.address, range: () => body?.range(link) ?? [0, 1] })),
  ]
})

/** A file that has no page, such as site.yaml, counts as there from the start. */
const nowhere = { collection: undefined, data: undefined }

function judge(address: string, home: Address | undefined, known: ReadonlyMap<string, Address>): Trouble | undefined {
  if (/^(?:(?:mailto|tel|sms):|https?:\/*)?$/i.test(address))
    return { rule: 'link/dead', message: 'this link has no address', help: 'Write where it leads.' }
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) {
    const wrong = figureName(address) === undefined ? describeScheme(address) : undefined
    return wrong && { rule: 'link/scheme', ...wrong }
  }
  const [, path = '', query = '', fragment] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/.exec(address) ?? []
  const end = query + (fragment === undefined ? '' : `#${fragment}`)
  if (path === '' && query === '') return judgeAnchor(fragment ?? '', home, '')
  if (path !== '' && !path.startsWith('/')) return judgeRelative(address, path, end, home, known)
  if (publishedFiles.includes(path) || imageName(path)) return undefined
  const target = path === '' ? home : known.get(path)
  const day = target && target !== home && upcoming(target.file)?.day
  // From a page that comes no earlier it may lead there.
  if (day && (upcoming(home?.file ?? nowhere)?.day ?? '') < day) {
    const message = `the page ${path} comes only on ${day}`
    return { rule: 'link/dead', message, help: 'Add this link then, or give the page an earlier day.' }
  }
  if (target) return judgeAnchor(fragment ?? '', target, path + query)
  const shorter = path.replace(/(?:\/index)?(?:\.html|\.md)?\/*$/, '') || '/'
  if (known.has(shorter)) {
    const message = `no page has the address ${path}: addresses end without a slash or an ending`
    return { rule: 'link/dead', message, help: `Write ${shorter}.`, meant: shorter + end }
  }
  const near = nearest(path, known.keys())
  const sure = surelyMeant(path, known.keys())
  return {
    rule: 'link/dead',
    message: `no page has the address ${path}`,
    help: near
      ? `Did you mean ${near} (${known.get(near)?.file.file})?`
      : 'Lead it to a page that is there, or remove it.',
    meant: sure && sure + end,
  }
}

function judgeAnchor(fragment: string, target: Address | undefined, path: string): Trouble | undefined {
  const anchors = target?.anchors ?? (target ? undefined : new Set(['', 'top', 'main']))
  const name = decode(fragment)
  if (!anchors || anchors.has(name)) return undefined
  const names = [...anchors].filter((anchor) => anchor !== '' && anchor !== 'top' && anchor !== 'main')
  const near = nearest(name, names)
  const sure = surelyMeant(name, names)
  const where = target ? `the page ${target.path}` : 'every page'
  const help = near
    ? `Did you mean #${near}?`
    : names.length > 0
      ? `There are ${names
          .slice(0, 8)
          .map((anchor) => `#${anchor}`)
          .join(', ')}${names.length > 8 ? ' and more' : ''}.`
      : 'Give a section of it an id, or take the # part away.'
  return {
    rule: 'link/dead-anchor',
    message: `there is no #${name} on ${where}`,
    help,
    meant: sure && `${path}#${sure}`,
  }
}

/** `other-article.md`, `./other`, `www.example.com`: addresses that mean something else on every page that shows them. */
function judgeRelative(
  address: string,
  path: string,
  end: string,
  home: Address | undefined,
  known: ReadonlyMap<string, Address>,
): Trouble {
  const folder = home?.path.replace(/\/[^/]*$/, '') ?? ''
  const plain = new URL(path, `https://site.invalid${folder}/`).pathname.replace(/(?:\.md|\.html|\/)$/, '')
  const meant = [plain, `/${path.replace(/\.(?:md|html)$/, '')}`].find((candidate) => known.has(candidate))
  const outside = /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/|$)/i.test(path) && !/\.(?:md|html)$/.test(path)
  return {
    rule: 'link/relative',
    message: `"${address}" does not say where it begins`,
    help: meant
      ? `Write ${meant}.`
      : outside
        ? `Write https://${address} if it leads to another site.`
        : 'Begin an address of this site with a slash, such as /about.',
    meant: meant && meant + end,
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
