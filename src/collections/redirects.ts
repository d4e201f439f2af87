import { z } from 'zod'

/**
 * An address without `.html`; servers redirect from that, and from a slash at the end, themselves. Hosts and browsers
 * reserve names that begin with a dot.
 */
const address = /^(?:\/(?!\.)(?![\w.~-]*\.html(?:\/|$))[\w.~\p{L}\p{M}\p{N}-]+)+\/?$/u
/** Longest address: a file is written for each. */
const LONGEST = 200

/** Only characters without a meaning in headers and web server rules. */
const target = /^(?:\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?(?:#[\w.~%-]+)?|https:\/\/[\w.~:/?#@!&=+,%-]+)$/

/** content/redirects.yaml: the target of each old address. May be empty. */
export const redirects = z
  .record(
    z
      .string()
      .max(LONGEST)
      .refine((from) => !from.includes('?'), 'an address without ?, because static hosts look up only the path')
      .refine(
        (from) => !from.includes('*'),
        'one address per line: patterns with * cannot be checked, and static hosts do not support them',
      )
      .regex(address, 'an old address such as /blog/old-name, without .html'),
    z
      .string()
      .regex(target, 'a page such as /about, an anchor on it such as /about#team, or an address with https://')
      .refine((to) => URL.canParse(to, 'https://site.example'), 'a valid address')
      .meta({ link: true }),
  )
  .nullish()
export type Redirects = z.infer<typeof redirects>

/** content/published.yaml: every address ever published. `site build --record` adds to it. */
export const published = z.array(z.string().startsWith('/', 'an address such as /about')).nullish()

export interface Redirect {
  from: string
  /** A path, perhaps with an anchor, or an https address. */
  to: string
  /** 308: permanent, from redirects.yaml; 307: from an expired entry. */
  status: 307 | 308
}
