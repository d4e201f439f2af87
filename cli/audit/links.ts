import type { BuiltSite } from './built-site.ts'
import type { AuditOutcome, Finding } from './finding.ts'
import { loadTools } from './tools.ts'

/**
 * Requests every URL on the pages (links, images, scripts, canonical and Open Graph URLs), and reports errors and
 * redirects. Does not check anchors, because `site check` does.
 */
export async function auditLinks(
  site: BuiltSite,
  pages: readonly string[],
  base: string,
  external: boolean,
  onLink: (count: number) => void,
): Promise<AuditOutcome> {
  const { LinkChecker, LinkState } = await (await loadTools()).tools.linkinator()
  const own = (link: string) => link.startsWith(`${base}/`) || link === base
  const starts = new Set(pages.map((page) => new URL(page, base).href))
  let count = 0

  const crawl = async (elsewhere: boolean): Promise<Finding[]> => {
    const checker = new LinkChecker()
    checker.on('link', () => onLink(++count))
    const { links } = await checker.check({
      path: [...starts],
      // Without this, "#form" on /about would be resolved as /about/#form.
      cleanUrls: true,
      checkCss: true,
      redirects: elsewhere ? 'allow' : 'error',
      retry: elsewhere,
      timeout: 20_000,
      concurrency: elsewhere ? 8 : 25,
      // Canonical links contain the site's public URL. Replace it with the local server's URL.
      urlRewriteExpressions: site.origin ? [{ pattern: createOriginPattern(site.origin), replacement: base }] : [],
      linksToSkip: async (link) => own(link) === elsewhere && !starts.has(link),
    })
    return links
      .filter((link) => link.state === LinkState.BROKEN)
      .map(({ url, status, parent, failureDetails }): Finding => {
        const target = own(url) ? url.slice(base.length) || '/' : url
        const page = parent ? decodeURI(new URL(parent).pathname) : target
        if (!elsewhere && status && status >= 300 && status < 400)
          return { page, rule: 'link/redirect', message: `${target} redirects (${status}): link to its final address` }
        const reason = failureDetails?.find((detail): detail is Error => detail instanceof Error)
        const message = status ? `${target} returns ${status}` : `${target} does not respond${describeCause(reason)}`
        return { page, rule: elsewhere ? 'link/external' : 'link/dead', message }
      })
  }
  return { findings: [...(await crawl(false)), ...(external ? await crawl(true) : [])] }
}

function createOriginPattern(origin: string): RegExp {
  return new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=/|$)`)
}

/** Formats the message of an error's cause, because the error's own message is often only `fetch failed`. */
function describeCause(error: Error | undefined): string {
  const cause = error?.cause instanceof Error ? error.cause.message : error?.message
  return cause ? `: ${cause}` : ''
}
