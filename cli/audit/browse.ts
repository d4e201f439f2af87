import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@northshelf/audit'
import { getPageLimits, type MetricValues, type Thresholds } from '../diagnostics/thresholds.ts'
import { runAxe, toPageFindings } from './axe.ts'
import type { BuiltSite } from './built-site.ts'
import { type AuditOutcome, type Finding, findExceededLimits } from './finding.ts'
import { describeLargestFiles, sum } from './page-sizes.ts'
import { type Inspector, visitPage } from './visit.ts'

/** A phone in dark mode and a desktop in light mode. */
export const deviceProfiles = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const satisfies BrowserContextOptions[]

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
  const inspectors = [async (page: Page) => toPageFindings(await runAxe(page))]
  const contexts = await Promise.all(deviceProfiles.map((look) => browser.newContext(look)))
  const inspected = contexts.map((context) => ({ context, inspectors }))
  for (const [index, path] of pages.entries()) {
    onPage(path, index)
    const seen = await auditPage(inspected, site, base, path, thresholds)
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
  const visits = await Promise.all(seenIn.map(({ context, inspectors }) => visitPage(context, base, path, inspectors)))
  const findings: Finding[] = []
  // Most problems are found in both browser contexts.
  for (const found of visits.flatMap((visit) => visit.findings))
    if (!findings.some(({ rule, message }) => rule === found.rule && message === found.message)) findings.push(found)
  const loaded = [...new Set(visits.flatMap((visit) => [...visit.loaded]))]
  const foreign = [...new Set(visits.flatMap((visit) => visit.foreign))]
  const [shift = { value: 0, what: '' }] = visits.map((visit) => visit.shift).sort((a, b) => b.value - a.value)
  const scripts = loaded.filter((file) => file.endsWith('.js'))
  const fonts = loaded.filter((file) => file.endsWith('.woff2'))
  const figures: MetricValues = {
    script: sum(scripts.map(site.weigh)),
    fonts: sum(fonts.map(site.weigh)),
    requests: Math.max(...visits.map(({ requests }) => requests)),
    thirdParty: foreign.length,
    layoutShift: shift.value,
  }
  findings.push(
    ...findExceededLimits(path, figures, getPageLimits(path, thresholds), {
      script: describeLargestFiles(site, scripts),
      fonts: describeLargestFiles(site, fonts),
      requests: loaded.join(' '),
      thirdParty: foreign.join(' '),
      layoutShift: shift.what,
    }),
  )
  return { findings, figures }
}
