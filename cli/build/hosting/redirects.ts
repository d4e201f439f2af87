import type { Redirect } from '@northshelf/site/collections/redirects.ts'
import { formatLanguageAttributes } from '@northshelf/site/schema/language.ts'
import { resolveUrl } from '@northshelf/site/schema/parse-url.ts'
import { RELAY_PATHS } from './server-values.ts'

/** Finds the redirect for a percent-encoded URL path. */
export function findRedirect(redirects: readonly Redirect[], pathname: string): Redirect | undefined {
  return redirects.find(({ from }) => encodeURI(from) === pathname)
}

/** Returns the target with the requested URL's query before any anchor. A query in the target takes precedence. */
export function buildRedirectLocation({ to }: Pick<Redirect, 'to'>, search: string): string {
  if (to.includes('?')) return to
  const [path = '', anchor] = to.split('#')
  return path + search + (anchor === undefined ? '' : `#${anchor}`)
}

/**
 * Formats `_redirects` for Netlify and Cloudflare Pages: redirects with statuses that both support, and a proxy for
 * submissions, which only Netlify supports. Both hosts remove trailing slashes by default.
 * https://docs.netlify.com/manage/routing/redirects/overview/
 * https://developers.cloudflare.com/pages/configuration/redirects/
 * @param upstream URL of the relay
 * @param homes paths of the site's translations, which have error pages of their own; Cloudflare finds these by itself
 */
export function formatRedirectsFile(
  redirects: readonly Redirect[],
  upstream?: string,
  homes: readonly string[] = [],
): string {
  const moved = redirects.map(({ from, to, status }) => `${encodeURI(from)} ${to} ${status === 308 ? 301 : 302}\n`)
  const relay = upstream ? RELAY_PATHS.map((path) => `${path}/* ${resolveUrl(path, upstream)}/:splat 200\n`) : []
  const missing = homes.map((home) => `${home}/* ${home}/404.html 404\n`)
  return [...moved, ...relay, ...missing].join('')
}

/** Returns a redirect page for an old URL, for hosts without redirect rules. @param url public URL of the site */
export function renderRedirectPage({ to }: Pick<Redirect, 'to'>, url: string, language: string): string {
  const escapeAmpersands = (text: string) => text.replaceAll('&', '&amp;')
  const target = escapeAmpersands(to)
  const absolute = escapeAmpersands(resolveUrl(to, url))
  return `<!doctype html>
<html ${formatLanguageAttributes(language)}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${target}">
<link rel="canonical" href="${absolute.split('#')[0]}">
<title>${absolute}</title>
<p><a href="${target}">${absolute}</a></p>
</html>
`
}
