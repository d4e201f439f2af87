import { FEED } from '@northshelf/site/collections/addresses.ts'
import type { Site } from '@northshelf/site/entries/site.ts'
import { matchesPattern } from '../diagnostics/address-pattern.ts'

/** Headers for the paths that a pattern matches; `*` at the end matches the rest. Later rules win. */
export interface HeaderRule {
  path: string
  headers: Record<string, string>
}

const DAY = 86_400
const YEAR = 365 * DAY
const SECURITY = 'Strict-Transport-Security'
const NOT_KEPT = { 'Cache-Control': 'no-store' }

/**
 * What a host must send. Only the booking provider and the relay are let in from outside. Each document has a second
 * policy that allows only its own inline styles, by their hash: so no response carries the hashes of all pages.
 */
export function headerRules(site: Site): HeaderRule[] {
  return [
    {
      path: '/*',
      headers: {
        'Cache-Control': 'public, max-age=0, must-revalidate',
        'Content-Security-Policy': contentSecurityPolicy(site),
        'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        [SECURITY]: transportSecurity(site),
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
      },
    },
    { path: '/assets/*', headers: { 'Cache-Control': `public, max-age=${YEAR}, immutable` } },
    // Other sites show these pictures when they preview a shared link.
    { path: '/share/*', headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' } },
  ]
}

/** Browsers keep it: what it says about a domain cannot be taken back before it is over (RFC 6797). */
function transportSecurity({ https }: Site): string {
  return `max-age=${https.days * DAY}${https.subdomains ? '; includeSubDomains' : ''}`
}

function contentSecurityPolicy(site: Site): string {
  const { scheduling } = site
  const booking = scheduling ? ` ${new URL(scheduling.script).origin}` : ''
  const relay = site.relay.address ? ` ${new URL(site.relay.address).origin}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${booking}`,
    // Only what no header can leave out: each document narrows it (placeStyles).
    "style-src 'self' 'unsafe-inline'",
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${relay}`,
    `form-action 'self'${relay}`,
    `frame-src ${scheduling ? new URL(scheduling.url).origin : "'none'"}`,
    "manifest-src 'self'",
    "media-src 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The headers of one path: every rule that matches, later ones over earlier ones. */
export function headersFor(rules: readonly HeaderRule[], path: string): Record<string, string> {
  return Object.assign({}, ...rules.filter((rule) => matchesPattern(path, rule.path)).map(({ headers }) => headers))
}

/**
 * The headers of an answer that is an error: those of every path, and nobody may keep it. A file that is missing
 * for a moment, while a new release is being copied, would stay missing in the browsers that asked for it.
 */
export function headersForMissing([all]: readonly HeaderRule[]): Record<string, string> {
  return { ...all?.headers, ...NOT_KEPT }
}

/** What every answer says that comes over https, whoever makes it. */
export function transportSecurityOf([all]: readonly HeaderRule[]): Record<string, string> {
  return { [SECURITY]: all?.headers[SECURITY] ?? '' }
}

/** `_headers`, as Netlify and Cloudflare Pages read it. `!` takes an inherited header away before it is set anew. */
export function headersFile(rules: readonly HeaderRule[]): string {
  return rules
    .map(({ path, headers }, index) => {
      const lines = Object.entries(headers).flatMap(([name, value]) => [
        ...(index > 0 ? [`  ! ${name}`] : []),
        `  ${name}: ${value}`,
      ])
      return `${path}\n${lines.join('\n')}\n`
    })
    .join('\n')
}

/** Types that web servers do not know or get wrong, by what the path ends with. */
export const TYPES = [
  { end: '/site.webmanifest', type: 'application/manifest+json' },
  { end: FEED, type: 'application/atom+xml' },
]

/** The type of a path that is in the table of `TYPES`. */
export function typeOf(pathname: string): string | undefined {
  return TYPES.find(({ end }) => pathname.endsWith(end))?.type
}

/** What a page may be asked with; RFC 9110 wants them named in an answer of 405. */
export const METHODS = ['GET', 'HEAD']
