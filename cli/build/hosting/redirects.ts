import type { Redirect } from '@northshelf/site/collections/redirects.ts'
import { languageAttributes } from '@northshelf/site/schema/language.ts'
import { RELAY_PATHS } from './relay-way.ts'

/** Finds the redirect of a path as a URL has it, with other letters than English ones encoded. */
export function findRedirect(redirects: readonly Redirect[], pathname: string): Redirect | undefined {
  return redirects.find(({ from }) => encodeURI(from) === pathname)
}

/** Where an address leads, with what was asked for: an anchor stays at the end, and a query of the target counts alone. */
export function locationWith({ to }: Pick<Redirect, 'to'>, search: string): string {
  if (to.includes('?')) return to
  const [path = '', anchor] = to.split('#')
  return path + search + (anchor === undefined ? '' : `#${anchor}`)
}

/**
 * `_redirects` for Netlify and Cloudflare Pages: old addresses, with the statuses that both know, and posts, which
 * Netlify passes on; Cloudflare Pages passes on to no other name. An address with a slash at its end both lead to the
 * one without by themselves.
 * https://docs.netlify.com/manage/routing/redirects/overview/ https://developers.cloudflare.com/pages/configuration/redirects/
 * @param upstream where the relay is
 */
export function redirectsFile(redirects: readonly Redirect[], upstream?: string): string {
  const moved = redirects.map(({ from, to, status }) => `${encodeURI(from)} ${to} ${status === 308 ? 301 : 302}\n`)
  const relay = upstream ? RELAY_PATHS.map((path) => `${path}/* ${new URL(path, upstream)}/:splat 200\n`) : []
  return [...moved, ...relay].join('')
}

/**
 * A page for an old address, on hosts that have no rules. It says nothing but where it leads.
 * @param url public address of the site
 */
export function movedPage({ to }: Pick<Redirect, 'to'>, url: string, language: string): string {
  const [target, absolute] = [to, new URL(to, url).href].map(html) as [string, string]
  return `<!doctype html>
<html ${languageAttributes(language)}>
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

function html(text: string): string {
  return text.replaceAll('&', '&amp;')
}
