import { z } from 'zod'

/**
 * Written as in the address bar, without `.html`: that leads to this one by itself, as does a slash at its end. What
 * begins with a dot belongs to hosts and, as `..`, to browsers.
 */
const address = /^(?:\/(?!\.)(?![\w.~-]*\.html(?:\/|$))[\w.~\p{L}\p{M}\p{N}-]+)+\/?$/u
/** A page is written for each, and names of files may not be longer. */
const LONGEST = 200

/** Nothing that a header or the rules of a web server would take for something else. */
const target = /^(?:\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?(?:#[\w.~%-]+)?|https:\/\/[\w.~:/?#@!&=+,%-]+)$/

/** content/redirects.yaml: where each old address leads. Comments alone are no redirects. */
export const redirects = z
  .record(
    z
      .string()
      .max(LONGEST)
      .refine((from) => !from.includes('?'), 'an address without ?, because hosts of files look up the path alone')
      .refine(
        (from) => !from.includes('*'),
        'one address a line: a pattern with * could not be checked, and hosts of files have none',
      )
      .regex(address, 'an old address such as /blog/old-name, without .html at its end'),
    z
      .string()
      .regex(target, 'a page such as /about, a place on one such as /about#team, or an address with https://')
      .refine((to) => URL.canParse(to, 'https://site.example'), 'an address that can be opened')
      .meta({ link: true }),
  )
  .nullish()
export type Redirects = z.infer<typeof redirects>

/** content/published.yaml: every address that was ever published. `site build --record` adds to it. */
export const published = z.array(z.string().startsWith('/', 'an address such as /about')).nullish()

/** One rule for a server. */
export interface Redirect {
  from: string
  /** A path, perhaps with an anchor, or an https address. */
  to: string
  /** 308 for good; 307 for as long as the content says. */
  status: 307 | 308
}
