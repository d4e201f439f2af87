import type { BuiltSite } from './built-site.ts'
import type { Finding, Outcome } from './finding.ts'

/**
 * Asks for everything that the pages name (links, pictures, scripts, canonical and sharing addresses) and
 * expects it to be there without a redirect. Anchors are not its business: `site check` knows them all.
 */
export async function auditLinks(
  site: BuiltSite,
  pages: readonly string[],
  base: string,
  external: boolean,
  onLink: (count: number) => void,
): Promise<Outcome> {
  const { LinkChecker, LinkState } = await import('linkinator')
  const own = (link: string) => link.startsWith(`${base}/`) || link === base
  const starts = new Set(pages.map((page) => new URL(page, base).href))
  let count = 0

  const crawl = async (elsewhere: boolean): Promise<Finding[]> => {
    const checker = new LinkChecker()
    checker.on('link', () => onLink(++count))
    const { links } = await checker.check({
      path: [...starts],
      // Without it "#form" on /about is taken for /about/#form.
      cleanUrls: true,
      checkCss: true,
      redirects: elsewhere ? 'allow' : 'error',
      retry: elsewhere,
      timeout: 20_000,
      concurrency: elsewhere ? 8 : 25,
      // The site calls itself by its public address in canonical links; that is this server now.
      urlRewriteExpressions: site.origin ? [{ pattern: startOf(site.origin), replacement: base }] : [],
      linksToSkip: async (link) => own(link) === elsewhere && !starts.has(link),
    })
    return links
      .filter((link) => link.state === LinkState.BROKEN)
      .map(({ url, status, parent, failureDetails }): Finding => {
        const target = own(url) ? url.slice(base.length) || '/' : url
        const page = parent ? decodeURI(new URL(parent).pathname) : target
        if (!elsewhere && status && status >= 300 && status < 400)
          return { page, rule: 'link/redirect', message: `${target} answers ${status}: link to where it leads` }
        const reason = failureDetails?.find((detail): detail is Error => detail instanceof Error)
        return {
          page,
          rule: elsewhere ? 'link/external' : 'link/dead',
          message: status ? `${target} answers ${status}` : `${target} does not answer${because(reason)}`,
        }
      })
  }
  return { findings: [...(await crawl(false)), ...(external ? await crawl(true) : [])] }
}

function startOf(origin: string): RegExp {
  return new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=/|$)`)
}

/** `fetch failed` says nothing; what caused it does. */
function because(error: Error | undefined): string {
  const cause = error?.cause instanceof Error ? error.cause.message : error?.message
  return cause ? `: ${cause}` : ''
}
