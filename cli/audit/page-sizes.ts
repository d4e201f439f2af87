import { getPageLimits, type MetricValues, type Thresholds } from '../diagnostics/thresholds.ts'
import { type BuiltSite, toHtmlFile } from './built-site.ts'
import { type AuditOutcome, type Finding, findExceededLimits } from './finding.ts'

/** Checks page sizes and `style` attributes without a browser. */
export function auditPageSizes(site: BuiltSite, pages: readonly string[], thresholds: Thresholds): AuditOutcome {
  const figures = new Map<string, MetricValues>()
  const findings: Finding[] = []
  for (const page of pages) {
    const html = site.html(page)
    const eager = listFirstGroups(html, /<script[^>]*\ssrc="(\/[^"]+)"/g)
    // Excludes low-priority preloads, which do not delay the first paint.
    const fonts = listFirstGroups(html, /<link rel="preload" href="([^"]+)" as="font"(?![^>]*fetchpriority="low")/gi)
    const styles = listFirstGroups(html, /<style>([\s\S]*?)<\/style>/g).join('').length / 1000
    const own: MetricValues = {
      html: site.weigh(`/${toHtmlFile(page)}`),
      nodes: html.match(/<[a-z]/g)?.length ?? 0,
      eagerScript: sum(eager.map(site.weigh)),
      preloadedFonts: sum(fonts.map(site.weigh)),
    }
    figures.set(page, own)
    findings.push(
      ...findExceededLimits(page, own, getPageLimits(page, thresholds), {
        html: `${(html.length / 1000).toFixed(0)} kB before compression, including ${styles.toFixed(0)} kB of styles`,
        eagerScript: describeLargestFiles(site, eager),
        preloadedFonts: describeLargestFiles(site, fonts),
      }),
    )
    for (const [tag] of html.matchAll(/<[a-z][^>]*\sstyle="[^"]*"/g)) {
      const message = `blocked by the content security policy: ${tag.slice(0, 120)}`
      findings.push({ page, rule: 'csp/style-attribute', message })
    }
  }
  return { findings, figures }
}

function listFirstGroups(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map((match) => match[1] ?? '')
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Lists the three largest files, such as `assets/chunks/form.js 41.0 kB, …`, and the number of remaining files. */
export function describeLargestFiles(site: BuiltSite, pathnames: readonly string[]): string {
  const sizes = pathnames.map((name) => [name, site.weigh(name)] as const).sort((a, b) => b[1] - a[1])
  const shown = sizes.slice(0, 3).map(([name, size]) => `${name.slice(1)} ${size.toFixed(1)} kB`)
  return [...shown, ...(sizes.length > 3 ? [`${sizes.length - 3} more`] : [])].join(', ')
}
