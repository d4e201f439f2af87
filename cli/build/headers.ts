import { FEED_FILE } from '@northshelf/site/collections/addresses.ts'
import { type Content, getPagedEntries } from '@northshelf/site/collections/content.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import { listMeasurementOrigins } from '@northshelf/site/measurement/measurement.ts'
import { parseValidUrl } from '@northshelf/site/schema/parse-url.ts'
import { isVideoName } from '../content/documents.ts'
import { matchesPattern } from '../diagnostics/address-pattern.ts'

/** Headers for all paths that match a pattern; `*` matches anything. Later rules take precedence. */
export interface HeaderRule {
  path: string
  headers: Record<string, string>
}

const DAY = 86_400
const YEAR = 365 * DAY
export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'
const SECURITY = 'Strict-Transport-Security'

/**
 * Returns the headers that a host must send. They allow only the external origins that the content uses: the booking
 * provider, the relay, the players of videos, and the services that measure visits.
 * Each document has a second policy that allows only its own inline styles, by hash, so that the headers do not have to
 * list the hashes for all pages.
 * @param isPreview whether search engines must not list anything
 */
export function createHeaderRules(content: Content, isPreview = false): HeaderRule[] {
  const { site } = content
  return [
    {
      path: '/*',
      headers: {
        'Cache-Control': 'public, max-age=0, must-revalidate',
        'Content-Security-Policy': contentSecurityPolicy(content),
        'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        // Browsers remember this header, so it cannot be revoked before it expires (RFC 6797).
        [SECURITY]: `max-age=${site.https.days * DAY}${site.https.subdomains ? '; includeSubDomains' : ''}`,
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        ...(isPreview && { 'X-Robots-Tag': 'noindex' }),
      },
    },
    { path: '/assets/*', headers: { 'Cache-Control': `public, max-age=${YEAR}, immutable` } },
    // Other sites show these images in link previews.
    { path: '/share/*', headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' } },
    // Search engines should list only the pages.
    ...(site.markdownCopies
      ? [{ path: '/*.md', headers: { 'Content-Type': MARKDOWN_TYPE, 'X-Robots-Tag': 'noindex' } }]
      : []),
  ]
}

function contentSecurityPolicy(content: Content): string {
  const { site, documents } = content
  const { scheduling } = site
  const booking = scheduling ? ` ${parseValidUrl(scheduling.script).origin}` : ''
  const relay = site.relay.address ? ` ${parseValidUrl(site.relay.address).origin}` : ''
  const measured = (directive: 'script' | 'connect' | 'img') =>
    listMeasurementOrigins(site.measurement, directive)
      .map((origin) => ` ${origin}`)
      .join('')
  const frames = new Set([...(scheduling ? [parseValidUrl(scheduling.url).origin] : []), ...listFrameOrigins(content)])
  return [
    "default-src 'none'",
    `script-src 'self'${booking}${measured('script')}`,
    // The loosest policy that any page needs; each document tightens it (see `insertStyles`).
    "style-src 'self' 'unsafe-inline'",
    "style-src-attr 'none'",
    `img-src 'self' data:${measured('img')}`,
    "font-src 'self'",
    `connect-src 'self'${relay}${measured('connect')}`,
    `form-action 'self'${relay}`,
    `frame-src ${[...frames].join(' ') || "'none'"}`,
    "manifest-src 'self'",
    `media-src ${documents.some(({ url }) => isVideoName(url)) ? "'self'" : "'none'"}`,
    "object-src 'none'",
    // The worker computes the proof of work.
    `worker-src ${content.forms.some(({ proofOfWork }) => proofOfWork) ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Lists the origins of the frames on all pages, in a fixed order. */
function listFrameOrigins(content: Content): string[] {
  return collections
    .flatMap((collection) =>
      getPagedEntries(collection, content).flatMap((entry) => collection.pages?.listFrameOrigins?.(entry) ?? []),
    )
    .sort()
}

/** Returns the headers for a path, merged from all matching rules. Later rules take precedence. */
export function resolveHeaders(rules: readonly HeaderRule[], path: string): Record<string, string> {
  return Object.assign({}, ...rules.filter((rule) => matchesPattern(path, rule.path)).map(({ headers }) => headers))
}

/**
 * Returns the headers for an error response: those for all paths, but without caching. Otherwise browsers would cache
 * the 404 for a file that is missing only while a new release is being copied.
 */
export function getErrorHeaders([all]: readonly HeaderRule[]): Record<string, string> {
  return { ...all?.headers, 'Cache-Control': 'no-store' }
}

/** Returns the header that every HTTPS response must have, including responses from the relay. */
export function getTransportSecurityHeader([all]: readonly HeaderRule[]): Record<string, string> {
  return { [SECURITY]: all?.headers[SECURITY] ?? '' }
}

/** Formats `_headers` for Netlify and Cloudflare Pages. `!` removes an inherited header before it is set again. */
export function formatHeadersFile(rules: readonly HeaderRule[]): string {
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

/** Content types that web servers do not know or get wrong, by path suffix. */
export const CONTENT_TYPES = [
  { end: '/site.webmanifest', type: 'application/manifest+json' },
  { end: FEED_FILE, type: 'application/atom+xml' },
]

export function findContentType(pathname: string): string | undefined {
  return CONTENT_TYPES.find(({ end }) => pathname.endsWith(end))?.type
}

/** Allowed methods, which RFC 9110 requires in a 405 response. */
export const ALLOWED_METHODS = ['GET', 'HEAD']
