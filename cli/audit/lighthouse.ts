import type { Result } from 'lighthouse'
import { type Metric, type MetricValues, metricNames, pageMetrics } from '../diagnostics/metrics.ts'
import { getPageLimits, type Thresholds } from '../diagnostics/thresholds.ts'
import { browserFlags } from './browser.mjs'
import { type AuditOutcome, type Finding, findExceededLimits } from './finding.ts'

/** Lighthouse's ids for the scores and metrics. */
const scores = {
  performance: 'performance',
  accessibility: 'accessibility',
  bestPractices: 'best-practices',
  seo: 'seo',
} as const satisfies Partial<Record<Metric, string>>
const metrics = {
  firstPaint: 'first-contentful-paint',
  largestPaint: 'largest-contentful-paint',
  blocking: 'total-blocking-time',
  loadShift: 'cumulative-layout-shift',
} as const satisfies Partial<Record<Metric, string>>

/** Minimum benchmark index for meaningful timings; Lighthouse warns below it. */
export const MIN_BENCHMARK_INDEX = 1000

/** Additional attempts per page, because Chrome sometimes records no trace. */
const EXTRA_RUNS = 2

export interface LighthouseOptions {
  /** Number of runs per page; the figures are medians. */
  runs: number
  chromePath: string
  onRun: (page: string, run: number, done: number) => void
}

export interface LighthouseOutcome extends AuditOutcome {
  /** Lowest benchmark index of the machine across all pages; undefined if there are no results. */
  speed: number | undefined
}

/**
 * Runs Lighthouse with its mobile defaults (simulated throttling), one run at a time. The first page gets an extra run
 * to warm up the browser. docs/decisions/011 explains which figures depend on the machine.
 */
export async function auditWithLighthouse(
  pages: readonly string[],
  base: string,
  thresholds: Thresholds,
  { runs, chromePath, onRun }: LighthouseOptions,
): Promise<LighthouseOutcome> {
  const [{ launch }, { default: lighthouse }] = await Promise.all([import('chrome-launcher'), import('lighthouse')])
  const chrome = await launch({ chromePath, chromeFlags: browserFlags })
  const figures = new Map<string, MetricValues>()
  const findings: Finding[] = []
  let speed: number | undefined
  const measure = async (page: string) =>
    (await lighthouse(base + page, { port: chrome.port, output: 'json', logLevel: 'silent' }))?.lhr
  try {
    const [first] = pages
    if (first && runs > 1) await measure(first)
    for (const [index, page] of pages.entries()) {
      const results: Result[] = []
      let reason = 'no reason given'
      for (let attempt = 0; results.length < runs && attempt < runs + EXTRA_RUNS; attempt += 1) {
        onRun(page, results.length + 1, index)
        const result = await measure(page)
        if (result && !result.runtimeError) results.push(result)
        else reason = result?.runtimeError?.message ?? reason
      }
      if (results.length === 0) {
        const message = `no result in ${runs + EXTRA_RUNS} runs: ${reason}`
        findings.push({ page, rule: 'lighthouse/no-result', message })
        continue
      }
      const own = medianFigures(results)
      const rating = medianOf(results.map(({ environment }) => environment.benchmarkIndex))
      speed = Math.min(speed ?? rating, rating)
      figures.set(page, own)
      findings.push(
        ...findExceededLimits(page, pickEnforcedMetrics(own, rating), getPageLimits(page, thresholds)),
        ...failedAudits(page, results),
      )
    }
  } finally {
    chrome.kill()
  }
  return { findings, figures, speed }
}

/** Returns the figures that can fail the audit: all except timings and, on slow machines, the performance score. */
export function pickEnforcedMetrics(figures: MetricValues, rating: number): MetricValues {
  const names = metricNames.filter(
    (name) => pageMetrics[name].unit !== 'ms' && (name !== 'performance' || rating >= MIN_BENCHMARK_INDEX),
  )
  return Object.fromEntries(names.map((name) => [name, figures[name]]))
}

function medianFigures(results: readonly Result[]): MetricValues {
  const median = (read: (result: Result) => number) => medianOf(results.map(read))
  return Object.fromEntries([
    ...Object.entries(scores).map(([name, id]) => [
      name,
      median(({ categories }) => (categories[id]?.score ?? 0) * 100),
    ]),
    ...Object.entries(metrics).map(([name, id]) => [name, median(({ audits }) => audits[id]?.numericValue ?? 0)]),
  ])
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Lists audits that failed in any run and lowered a score other than performance. */
function failedAudits(page: string, results: readonly Result[]): Finding[] {
  const found = new Map<string, Finding>()
  for (const { categories, audits } of results) {
    for (const category of [categories.accessibility, categories['best-practices'], categories.seo]) {
      for (const { id, weight } of category?.auditRefs ?? []) {
        const audit = audits[id]
        if (!audit || weight === 0 || audit.score === null || audit.score === 1) continue
        found.set(id, {
          page,
          rule: `lighthouse/${id}`,
          message: [audit.title, firstItem(audit)].filter(Boolean).join(': '),
        })
      }
    }
  }
  return [...found.values()]
}

/** Describes the first failing item of an audit; undefined if the audit lists no items. */
function firstItem({ details }: Result['audits'][string]): string | undefined {
  const [item] = details && 'items' in details ? (details.items as Record<string, unknown>[]) : []
  const node = item?.node as { snippet?: string; selector?: string } | undefined
  return [node?.snippet, node?.selector, item?.description, item?.url].find((text) => typeof text === 'string') as
    | string
    | undefined
}
