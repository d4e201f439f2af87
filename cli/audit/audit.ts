import type { Content } from '@northshelf/site/collections/content.ts'
import type { MetricValues, Thresholds } from '../diagnostics/thresholds.ts'
import { createPreviewServer, listen } from '../preview/server.ts'
import { auditInBrowser } from './browse.ts'
import type { BuiltSite } from './built-site.ts'
import type { AuditOutcome, Finding } from './finding.ts'
import { auditHtml } from './html.ts'
import { launchBrowser } from './launch.ts'
import { auditWithLighthouse } from './lighthouse.ts'
import { auditLinks } from './links.ts'
import { auditPageSizes } from './page-sizes.ts'
import { testForms } from './trial/trial.ts'

export const auditGates = ['links', 'html', 'bytes', 'forms', 'browser', 'lighthouse'] as const
export type AuditGate = (typeof auditGates)[number]

export interface GateResult {
  gate: AuditGate
  state: 'passed' | 'failed' | 'skipped' | 'not run'
  findings: number
  seconds: number
}

export interface AuditResult {
  pages: string[]
  gates: GateResult[]
  findings: Finding[]
  /** Measurements by page path, or `*` for the whole site. */
  figures: Map<string, MetricValues>
  browser?: string
  /** Lowest benchmark index that Lighthouse measured for the machine. */
  speed?: number
}

export interface AuditOptions {
  out: string
  site: BuiltSite
  /** Undefined if the content is unavailable. */
  content: Content | undefined
  pages: string[]
  skip: readonly AuditGate[]
  /** Whether to also check external links. */
  external: boolean
  runs: number
  thresholds: Thresholds
  /** Path of the browser; without it, checks that need a browser are skipped. */
  chromePath: string | undefined
  /** Shows a temporary progress message. */
  onProgress(text: string): void
  onGate(result: GateResult): void
}

/** Serves the built site with its production headers and runs all checks in order. */
export async function auditSite(options: AuditOptions): Promise<AuditResult> {
  const { out, site, pages, thresholds, chromePath, onProgress } = options
  const result: AuditResult = { pages, gates: [], findings: [], figures: new Map() }
  const server = createPreviewServer(out)
  const base = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
  const where = (page: string, done: number) => `${page} (${done + 1} of ${pages.length})`

  const passes: Record<AuditGate, () => AuditOutcome | Promise<AuditOutcome>> = {
    links: () => auditLinks(site, pages, base, options.external, (count) => onProgress(`links: ${count} requested`)),
    html: () => auditHtml(site, pages, options.content, (page, done) => onProgress(`html: ${where(page, done)}`)),
    bytes: () => auditPageSizes(site, pages, thresholds),
    async forms() {
      onProgress('forms: submitting')
      const { problems } = await testForms(out, pages)
      const findings = problems.flatMap(({ formType, pages, message }) =>
        pages.map((page) => ({ page, rule: 'form/trial', message: `${formType}: ${message}` })),
      )
      return { findings }
    },
    async browser() {
      const browser = await launchBrowser(chromePath as string)
      result.browser = browser.version()
      try {
        return await auditInBrowser(browser, site, pages, base, thresholds, (page, done) =>
          onProgress(`browser: ${where(page, done)}`),
        )
      } finally {
        await browser.close()
      }
    },
    async lighthouse() {
      const { speed, ...outcome } = await auditWithLighthouse(pages, base, thresholds, {
        runs: options.runs,
        chromePath: chromePath as string,
        onRun: (page, run, done) => onProgress(`lighthouse: ${where(page, done)}, run ${run} of ${options.runs}`),
      })
      if (speed !== undefined) result.speed = speed
      return outcome
    },
  }
  try {
    for (const gate of auditGates) {
      const start = performance.now()
      const lacksBrowser = !chromePath && (gate === 'browser' || gate === 'lighthouse')
      const omitted = options.skip.includes(gate) ? 'skipped' : lacksBrowser ? 'not run' : undefined
      const { findings, figures }: AuditOutcome = omitted ? { findings: [] } : await passes[gate]()
      result.findings.push(...findings)
      for (const [page, own] of figures ?? []) result.figures.set(page, { ...result.figures.get(page), ...own })
      const seconds = (performance.now() - start) / 1000
      const state = omitted ?? (findings.length > 0 ? 'failed' : 'passed')
      const ended: GateResult = { gate, state, findings: findings.length, seconds }
      result.gates.push(ended)
      options.onGate(ended)
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
  return result
}
