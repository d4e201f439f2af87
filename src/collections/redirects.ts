import { z } from 'zod'

/**
 * Matches an old address. Rejects `.html` addresses, which servers redirect themselves, and names that begin with a
 * dot, which hosts and browsers reserve.
 */
const address = /^(?:\/(?!\.)(?![\w.~-]*\.html(?:\/|$))[\w.~\p{L}\p{M}\p{N}-]+)+\/?$/u
/** Maximum length of an old address, limited because the build writes a file for each one. */
const LONGEST = 200

/** Reasons why an old address cannot redirect. */
const OBSTACLES: readonly [RegExp, string][] = [
  [/\?/, 'hosts match only the path, so an address with ? cannot redirect'],
  [/#/, 'browsers do not send the part after #, so an address with # cannot redirect'],
  [/\*/, 'patterns with * are not supported; write one line per address'],
  [/%/, 'characters must not be percent-encoded; write them as they are'],
  [/^[a-z]+:\/\//i, 'write only the path, which starts with a slash'],
  [/^[^/]/, 'the address must start with a slash'],
  [/^[\w.~/-]*\.html(?:\/|$)/, 'hosts redirect addresses that end in .html themselves; leave out .html'],
  [/\/\./, 'hosts and browsers reserve names that begin with a dot'],
  [/\s/, 'an address cannot contain spaces'],
]

/** Matches a redirect target without characters that have a special meaning in headers or web server rules. */
const target = /^(?:\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?(?:#[\w.~%-]+)?|https:\/\/[\w.~:/?#@!&=+,%-]+)$/

/** Content of content/redirects.yaml: the target of each old address. The file may be empty. */
export const redirectsSchema = z
  .record(
    z
      .string()
      .max(LONGEST)
      .check(({ value, issues }) => {
        const reason = OBSTACLES.find(([pattern]) => pattern.test(value))?.[1]
        if (reason !== undefined) issues.push({ code: 'custom', message: reason, input: value, continue: true })
      })
      .regex(address, 'an old address such as /blog/old-name, without .html'),
    z
      .string()
      .regex(target, 'a page such as /about, an anchor such as /about#team, or an https:// address')
      .meta({ link: true }),
  )
  .nullish()
export type Redirects = z.infer<typeof redirectsSchema>

/** Content of content/published.yaml: every address ever published. `site build --record` adds new addresses. */
export const publishedSchema = z.array(z.string().startsWith('/', 'an address such as /about')).nullish()

export interface Redirect {
  from: string
  /** A path, optionally with an anchor, or an https URL. */
  to: string
  /** 308 for a permanent redirect from redirects.yaml; 307 for a redirect from an expired entry. */
  status: 307 | 308
}
