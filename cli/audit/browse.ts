import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { MetricValues } from '../diagnostics/metrics.ts'
import { getPageLimits, type Thresholds } from '../diagnostics/thresholds.ts'
import { runAxe, toPageIssues } from './axe.ts'
import type { BuiltSite } from './built-site.ts'
import { type AuditOutcome, type Finding, findExceededLimits } from './finding.ts'
import type { Inspector } from './inspector.ts'
import { describeLargestFiles, sum } from './page-sizes.ts'
import { visitPage } from './visit.ts'

/** A phone in dark mode and a desktop in light mode. */
export const deviceProfiles = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const satisfies BrowserContextOptions[]

/** A browser context and the inspectors that run in it. */
export interface InspectionContext {
  context: BrowserContext
  inspectors: readonly Inspector[]
}

/**
 * Checks all pages in a browser for errors, policy violations, hydration mismatches, axe violations and exceeded
 * limits.
 */
export async function auditInBrowser(
  browser: Browser,
  site: BuiltSite,
  pages: readonly string[],
  base: string,
  thresholds: Thresholds,
  onPage: (page: string, done: number) => void,
): Promise<AuditOutcome> {
  const figures = new Map<string, MetricValues>()
  const findings: Finding[] = []
  const inspectors = [async (page: Page) => toPageIssues(await runAxe(page))]
  const contexts = await Promise.all(deviceProfiles.map((look) => browser.newContext(look)))
  for (const [index, path] of pages.entries()) {
    onPage(path, index)
    const seen = await auditPage(
      contexts.map((context) => ({ context, inspectors })),
      site,
      base,
      path,
      thresholds,
    )
    figures.set(path, seen.figures)
    findings.push(...seen.findings)
  }
  await Promise.all(contexts.map((context) => context.close()))
  return { findings, figures }
}

/** Checks a page in all browser contexts concurrently. */
export async function auditPage(
  seenIn: readonly InspectionContext[],
  site: BuiltSite,
  base: string,
  path: string,
  thresholds: Thresholds,
): Promise<{ findings: Finding[]; figures: MetricValues }> {
  const findings: Finding[] = []
  const loaded = new Set<string>()
  const foreign = new Set<string>()
  let shift = { value: 0, what: '' }
  for (const seen of await Promise.all(
    seenIn.map(({ context, inspectors }) => visitPage(context, base, path, inspectors)),
  )) {
    for (const found of seen.findings) if (!findings.some((known) => isSame(known, found))) findings.push(found)
    for (const file of seen.loaded) loaded.add(file)
    for (const address of seen.foreign) foreign.add(address)
    if (seen.shift.value > shift.value) shift = seen.shift
  }
  const scripts = [...loaded].filter((file) => file.endsWith('.js'))
  const fonts = [...loaded].filter((file) => file.endsWith('.woff2'))
  const figures: MetricValues = {
    script: sum(scripts.map(site.weigh)),
    fonts: sum(fonts.map(site.weigh)),
    requests: loaded.size,
    thirdParty: foreign.size,
    layoutShift: shift.value,
  }
  findings.push(
    ...findExceededLimits(path, figures, getPageLimits(path, thresholds), {
      script: describeLargestFiles(site, scripts),
      fonts: describeLargestFiles(site, fonts),
      requests: [...loaded].join(' '),
      thirdParty: [...foreign].join(' '),
      layoutShift: shift.what,
    }),
  )
  return { findings, figures }
}

/** Reports whether two findings are duplicates. Most problems are found in both browser contexts. */
function isSame(a: Finding, b: Finding): boolean {
  return a.page === b.page && a.rule === b.rule && a.message === b.message
}
